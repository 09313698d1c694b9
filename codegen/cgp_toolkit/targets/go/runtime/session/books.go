package wire

// books are what a party knows of its session beside its state.
type books struct {
	version  *string
	theirs   *string
	answer   *Opened
	inFlight inFlight
	dues     dues
}

// judge is the condition of a question that holds for an envelope that comes in or, with sends, is to leave.
func (b *books) judge(question string, said *saying, envelope Envelope, sends bool) string {
	id := idOf(envelope)
	switch question {
	case "version":
		if sends {
			return b.fits(envelope, b.theirs)
		}
		return b.fits(envelope, b.version)
	case "failure":
		if codeOf(envelope) == mismatchCode {
			return "names-mismatch"
		}
		return "names-another"
	case "request":
		return b.request(said, id, sends)
	case "reply":
		if b.inFlight.isGivenUp(id) {
			return "late"
		}
		if b.inFlight.find(id, said.name) != nil {
			return "expected"
		}
		return "unsolicited"
	case "answer":
		if b.dues.find(id, said.name) != nil {
			return "due"
		}
		return "undue"
	default:
		owed := b.dues.find(id, said.name)
		switch {
		case owed == nil:
			return "of-nothing"
		case owed.first:
			return "of-handshake"
		default:
			return "of-request"
		}
	}
}

func (b *books) fits(envelope Envelope, ours *string) string {
	theirs := versionOf(envelope)
	if ours == nil {
		ours = &theirs
	}
	fit, err := Interoperate(*ours, theirs)
	switch {
	case err != nil:
		return "no-version"
	case fit:
		return "same-family"
	default:
		return "foreign-family"
	}
}

// mismatch is why the versions do not fit.
func (b *books) mismatch(said *saying, envelope Envelope) error {
	ours := deref(b.version)
	if !said.version {
		return &VersionMismatchError{Ours: ours}
	}
	return RequireFamily(ours, versionOf(envelope))
}

func (b *books) request(said *saying, id *string, sends bool) string {
	if said.gated && (b.answer == nil || !allows(said.name, b.answer)) {
		return "gated"
	}
	taken := b.dues.owes(id)
	if sends {
		taken = b.inFlight.holds(id)
	}
	switch {
	case id == nil && taken:
		return "out-of-turn"
	case id == nil:
		return "allowed"
	case said.ids && (b.answer == nil || !correlates(said.name, b.answer)):
		return "undeclared-id"
	case taken:
		return "id-in-flight"
	default:
		return "allowed"
	}
}
