// Command bench measures the Go binding against encoding/json with untyped values, in interleaved rounds. Its arguments
// are files of one message each; it prints, for each, the medians in nanoseconds and of the ratios of each round.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	wire "cgp.example/wire"
)

const rounds = 41

func main() {
	results := []map[string]any{}
	for _, path := range os.Args[1:] {
		line, err := os.ReadFile(path)
		if err != nil {
			log.Fatal(err)
		}
		name := strings.ReplaceAll(strings.TrimSuffix(filepath.Base(path), ".json"), "_", " ")
		message, err := wire.Decode(line)
		if err != nil {
			log.Fatal(err)
		}
		envelope := message.(wire.Envelope)
		var untyped any
		if err := json.Unmarshal(line, &untyped); err != nil {
			log.Fatal(err)
		}
		var out bytes.Buffer
		results = append(results, compare("decode", name, len(line), func() error {
			_, err := wire.Decode(line)
			return err
		}, func() error {
			var value any
			return json.Unmarshal(line, &value)
		}), compare("encode", name, len(line), func() error {
			_, err := wire.Encode(envelope)
			return err
		}, func() error {
			out.Reset()
			encoder := json.NewEncoder(&out)
			encoder.SetEscapeHTML(false)
			return encoder.Encode(untyped)
		}))
	}
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		log.Fatal(err)
	}
}

// compare runs both in turns; each turn takes about two milliseconds.
func compare(what, message string, size int, ours, theirs func() error) map[string]any {
	times := max(1, 1_000_000/(size*6))
	mine, others, ratios := make([]float64, rounds), make([]float64, rounds), make([]float64, rounds)
	for round := range rounds {
		mine[round] = run(times, ours)
		others[round] = run(times, theirs)
		ratios[round] = mine[round] / others[round]
	}
	return map[string]any{
		"what": what, "message": message, "ours": median(mine), "theirs": median(others), "ratio": median(ratios),
	}
}

func run(times int, work func() error) float64 {
	start := time.Now()
	for range times {
		if err := work(); err != nil {
			log.Fatal(fmt.Errorf("it can't be measured: %w", err))
		}
	}
	return float64(time.Since(start).Nanoseconds()) / float64(times)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
