package wire

// Severity tells how bad a violation is.
type Severity string

const (
	// SeverityError breaks a MUST.
	SeverityError Severity = "error"

	// SeverityWarning breaks a SHOULD.
	SeverityWarning Severity = "warning"
)

// Violation is one thing that is wrong with a message. It never repeats what a message says, but for counts.
type Violation struct {
	// Rule is the id of the rule or fault.
	Rule string

	// Requirement is the requirement that is broken; empty if none stands behind the rule.
	Requirement string

	// Severity tells how bad it is.
	Severity Severity

	// Pointer is the JSON pointer (RFC 6901) of what is wrong, in the message that Of tells.
	Pointer string

	// Message says what is wrong.
	Message string

	// Fix is the way out.
	Fix string

	// Of is "message", or, of an exchange, "request" or "reply".
	Of string
}

const (
	ofMessage = "message"
	ofRequest = "request"
	ofReply   = "reply"
)

// String names the place, the severity, what is wrong and the rule.
func (v Violation) String() string {
	place := v.Pointer
	if v.Of != ofMessage {
		place = v.Of + v.Pointer
	} else if place == "" {
		place = "the message"
	}
	reason := v.Rule
	if v.Requirement != "" {
		reason += ", " + v.Requirement
	}
	return place + ": " + string(v.Severity) + ": " + v.Message + " [" + reason + "]"
}

// Rule is one rule of the protocol.
type Rule struct {
	// ID names the rule.
	ID string

	// Requirement is the requirement that it decides.
	Requirement string

	// Severity tells how bad a violation is.
	Severity Severity

	// Doc is the rule in a sentence.
	Doc string

	// Fix is the way out.
	Fix string

	// Thorough tells that the rule costs more than reading the message does, and runs only when asked for.
	Thorough bool
}

// Rules are all rules, in the order of the model.
func Rules() []Rule { return append([]Rule(nil), rules...) }

// checker collects what is wrong.
type checker struct {
	of       string
	thorough bool
	found    []Violation
	places   []string
}

// fault notes that a value breaks its own limits.
func (c *checker) fault(rule, requirement string, at *trail, message string) {
	pointer := at.pointer()
	c.places = append(c.places, pointer)
	c.found = append(c.found, Violation{rule, requirement, SeverityError, pointer, message, faultOf(rule).fix, c.of})
}

// violation notes that a rule is broken.
func (c *checker) violation(rule string, at *trail, message string) {
	for _, known := range rules {
		if known.ID == rule {
			violation := Violation{rule, known.Requirement, known.Severity, at.pointer(), message, known.Fix, c.of}
			c.found = append(c.found, violation)
		}
	}
}

// onceAPlace leaves out what rules say of a value that breaks its own limits already.
func (c *checker) onceAPlace() []Violation {
	if len(c.places) == 0 {
		return c.found
	}
	broken := make(map[string]bool, len(c.places))
	for _, place := range c.places {
		broken[place] = true
	}
	ruled := make(map[string]bool, len(rules))
	for _, rule := range rules {
		ruled[rule.ID] = true
	}
	kept := c.found[:0]
	for _, violation := range c.found {
		if !ruled[violation.Rule] || !broken[violation.Pointer] {
			kept = append(kept, violation)
		}
	}
	return kept
}
