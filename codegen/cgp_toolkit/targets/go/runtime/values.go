package wire

// Ptr is a pointer to a value, for members that may be absent.
func Ptr[T any](value T) *T { return &value }

// marshal is an envelope as a part of other JSON.
func marshal(envelope Envelope) ([]byte, error) {
	line, err := Encode(envelope)
	if err != nil {
		return nil, err
	}
	return line[:len(line)-1], nil
}
