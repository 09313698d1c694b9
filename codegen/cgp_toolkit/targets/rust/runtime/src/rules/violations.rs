//! What a check says when something is wrong.

use std::fmt;

use crate::codec::pointers::Place;
use crate::faults::Fault;

/// How bad a violation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// It breaks a MUST.
    Error,
    /// It breaks a SHOULD.
    Warning,
}

/// The message that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Of {
    /// The message that was checked.
    Message,
    /// The request of an exchange.
    Request,
    /// The reply of an exchange.
    Reply,
}

/// One rule of the protocol.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// The id.
    pub id: &'static str,
    /// The requirement that it decides.
    pub requirement: &'static str,
    /// How bad it is to break it.
    pub severity: Severity,
    /// The rule in a sentence.
    pub doc: &'static str,
    /// The way out for the author.
    pub fix: &'static str,
    /// Whether it costs more than reading the message does, and runs only when asked for.
    pub thorough: bool,
}

/// One thing that is wrong with a message. It never repeats what a message says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The id of the rule or fault.
    pub rule: &'static str,
    /// The requirement that is broken, if one stands behind it.
    pub requirement: Option<&'static str>,
    /// How bad it is.
    pub severity: Severity,
    /// The JSON pointer of what is wrong, in the message that `of` tells.
    pub pointer: String,
    /// What is wrong, in words.
    pub message: String,
    /// The way out.
    pub fix: &'static str,
    /// The message that is wrong.
    pub of: Of,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of {
            Of::Message if self.pointer.is_empty() => f.write_str("the message")?,
            Of::Message => f.write_str(&self.pointer)?,
            Of::Request => write!(f, "request{}", self.pointer)?,
            Of::Reply => write!(f, "reply{}", self.pointer)?,
        }
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, ": {severity}: {} [{}", self.message, self.rule)?;
        match self.requirement {
            Some(requirement) => write!(f, ", {requirement}]"),
            None => f.write_str("]"),
        }
    }
}

/// What can be checked by itself.
pub(crate) trait Checked {
    /// Reports what is wrong.
    fn check(&self, checker: &mut Checker);
}

/// Goes through a message and collects what is wrong.
pub(crate) struct Checker {
    place: Place,
    thorough: bool,
    of: Of,
    found: Vec<(Violation, bool)>,
}

impl Checker {
    pub(crate) fn new(of: Of, thorough: bool) -> Self {
        Self {
            place: Place::default(),
            thorough,
            of,
            found: Vec::new(),
        }
    }

    /// Whether rules that cost more are asked for.
    pub(crate) fn is_thorough(&self) -> bool {
        self.thorough
    }

    /// What was found, without what rules say of a value that breaks its own limits already.
    pub(crate) fn violations(self) -> Vec<Violation> {
        let limits = self.found.iter().filter(|(_, is_rule)| !is_rule);
        let broken: Vec<String> = limits.map(|(found, _)| found.pointer.clone()).collect();
        let kept = self
            .found
            .into_iter()
            .filter(|(found, is_rule)| !is_rule || !broken.contains(&found.pointer));
        kept.map(|(found, _)| found).collect()
    }

    /// Looks at a member.
    pub(crate) fn member(&mut self, name: &str, value: &impl Checked) {
        let length = self.place.enter(name);
        value.check(self);
        self.place.leave_to(length);
    }

    /// Looks at every item of a member.
    pub(crate) fn items(&mut self, name: &str, items: &[impl Checked]) {
        let length = self.place.enter(name);
        for (index, item) in items.iter().enumerate() {
            let length = self.place.enter_item(index);
            item.check(self);
            self.place.leave_to(length);
        }
        self.place.leave_to(length);
    }

    /// A limit of a member is broken; `wanted` says what the limit is.
    pub(crate) fn limit(
        &mut self,
        fault: &'static Fault,
        requirement: Option<&'static str>,
        name: &str,
        wanted: &str,
    ) {
        let pointer = self.place.pointer_to(name);
        self.add_limit(fault, requirement, name, wanted, pointer);
    }

    /// A limit of an item of a member is broken.
    pub(crate) fn limit_of_item(
        &mut self,
        fault: &'static Fault,
        requirement: Option<&'static str>,
        name: &str,
        index: usize,
        wanted: &str,
    ) {
        let pointer = format!("{}/{index}", self.place.pointer_to(name));
        self.add_limit(fault, requirement, name, wanted, pointer);
    }

    fn add_limit(
        &mut self,
        fault: &'static Fault,
        requirement: Option<&'static str>,
        name: &str,
        wanted: &str,
        pointer: String,
    ) {
        let space = if wanted.is_empty() { "" } else { " " };
        let violation = Violation {
            rule: fault.rule,
            requirement,
            severity: Severity::Error,
            pointer,
            message: format!("{name}: {}{space}{wanted}", fault.doc),
            fix: fault.fix,
            of: self.of,
        };
        self.found.push((violation, false));
    }

    /// A rule is broken by what stands at the end of `path`.
    pub(crate) fn rule(&mut self, rule: &'static Rule, path: &[&str], message: String) {
        let mut place = self.place.clone();
        for name in path {
            place.enter(name);
        }
        self.add_rule(rule, &place, message);
    }

    /// A rule is broken by an item of the list at the end of `list`, at the end of `path` in it.
    pub(crate) fn rule_of_item(
        &mut self,
        rule: &'static Rule,
        list: &[&str],
        index: usize,
        path: &[&str],
        message: String,
    ) {
        let mut place = self.place.clone();
        for name in list {
            place.enter(name);
        }
        place.enter_item(index);
        for name in path {
            place.enter(name);
        }
        self.add_rule(rule, &place, message);
    }

    fn add_rule(&mut self, rule: &'static Rule, place: &Place, message: String) {
        let violation = Violation {
            rule: rule.id,
            requirement: Some(rule.requirement),
            severity: rule.severity,
            pointer: place.pointer(),
            message,
            fix: rule.fix,
            of: self.of,
        };
        self.found.push((violation, true));
    }
}
