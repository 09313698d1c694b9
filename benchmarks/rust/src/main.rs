//! What the Rust crate costs beside `serde_json::Value`: times and memory of each way to read and write the lines
//! that the files given hold, one line each, as JSON.
//!
//! Rounds are interleaved, so that whatever slows the machine slows all ways.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use cgp_wire::types::Envelope;
use cgp_wire::{decode, encode, Message};
use serde::Deserialize;
use serde_json::{json, Value};

const ROUNDS: usize = 31;
const ROUND_BYTES: usize = 2_000_000;

/// Counts the bytes that are held, and the most of them.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(held, Ordering::Relaxed);
        System.alloc(layout)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        System.dealloc(pointer, layout);
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A way to do it: its name, and what does it once.
type Way<'w> = (&'static str, Box<dyn Fn() + 'w>);

fn main() {
    let mut cases = Vec::new();
    for path in std::env::args().skip(1) {
        let line = std::fs::read(&path).expect("the file can be read");
        let Ok(Message::Envelope(envelope)) = decode(&line) else {
            panic!("the line is a message");
        };
        let plain: Value = serde_json::from_slice(&line).expect("the line is JSON");
        let reading: Vec<Way> = vec![
            ("serde_json::Value", Box::new(|| drop(black_box(serde_json::from_slice::<Value>(&line))))),
            ("cgp_wire::decode", Box::new(|| drop(black_box(decode(&line))))),
            ("buffered for the tag", Box::new(|| drop(black_box(buffered(&line))))),
        ];
        let writing: Vec<Way> = vec![
            ("serde_json::Value", Box::new(|| drop(black_box(serde_json::to_vec(&plain))))),
            ("cgp_wire::encode", Box::new(|| drop(black_box(encode(&envelope))))),
        ];
        cases.push(json!({
            "path": path,
            "bytes": line.len(),
            "decode": measured(&reading, line.len()),
            "encode": measured(&writing, line.len()),
        }));
    }
    println!("{}", Value::from(cases));
}

/// What a derived enum with an internal tag does: the whole message is held before its type is known.
fn buffered(line: &[u8]) -> Option<Envelope> {
    let value: Value = serde_json::from_slice(line).ok()?;
    Envelope::deserialize(value).ok()
}

/// By way: nanoseconds in each round, and the most bytes held at once.
fn measured(ways: &[Way], size: usize) -> Value {
    let repeats = (ROUND_BYTES / size).max(3);
    let mut times = vec![Vec::new(); ways.len()];
    for _ in 0..ROUNDS {
        for ((_, run), taken) in ways.iter().zip(&mut times) {
            let start = Instant::now();
            for _ in 0..repeats {
                run();
            }
            taken.push(start.elapsed().as_nanos() as f64 / repeats as f64);
        }
    }
    let mut found = serde_json::Map::new();
    for ((name, run), taken) in ways.iter().zip(times) {
        let before = HELD.load(Ordering::Relaxed);
        MOST.store(before, Ordering::Relaxed);
        run();
        let most = MOST.load(Ordering::Relaxed) - before;
        found.insert((*name).to_owned(), json!({"nanoseconds": taken, "bytes": most}));
    }
    Value::from(found)
}
