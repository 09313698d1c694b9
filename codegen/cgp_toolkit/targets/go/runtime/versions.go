package wire

import "strings"

// Version is a version that the grammar allows.
type Version struct {
	// Text is all of it.
	Text string

	// Family is what has to be equal for two versions to interoperate.
	Family string
}

// ParseVersion is the version that a text spells, letter for letter; a [*VersionError] if it spells none.
func ParseVersion(text string) (Version, error) {
	if !versionForm().MatchString(text) {
		return Version{}, &VersionError{}
	}
	return Version{text, family(text, familyUntil)}, nil
}

// Interoperate tells whether two versions are of one family; a [*VersionError] if one of them is no version.
func Interoperate(one, other string) (bool, error) {
	first, err := ParseVersion(one)
	if err != nil {
		return false, err
	}
	second, err := ParseVersion(other)
	return err == nil && first.Family == second.Family, err
}

// RequireFamily is nil if both versions are of one family, a [*VersionMismatchError] if they are not, and a
// [*VersionError] if one of them is no version.
func RequireFamily(ours, theirs string) error {
	mine, err := ParseVersion(ours)
	if err != nil {
		return err
	}
	other, err := ParseVersion(theirs)
	if err != nil {
		return err
	}
	if mine.Family != other.Family {
		return &VersionMismatchError{mine.Family, other.Family}
	}
	return nil
}

// family is the text before the first separator, or all of it.
func family(version, separator string) string {
	before, _, _ := strings.Cut(version, separator)
	return before
}
