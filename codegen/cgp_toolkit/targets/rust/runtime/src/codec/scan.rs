//! Looks at the bytes of a message without reading its values: for its tag, its id, its depth.

/// Goes through a JSON text; whatever is no JSON ends it.
struct Scanner<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            at: 0,
        }
    }

    /// The next byte that is no white space.
    fn next(&mut self) -> Option<u8> {
        while matches!(self.bytes.get(self.at)?, b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
        Some(self.bytes[self.at])
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.next()? == byte).then(|| self.at += 1)
    }

    /// What stands between the quotes of a string, escapes and all.
    fn string(&mut self) -> Option<&'t str> {
        self.take(b'"')?;
        let start = self.at;
        loop {
            match self.bytes.get(self.at)? {
                b'"' => {
                    self.at += 1;
                    return Some(&self.text[start..self.at - 1]);
                }
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
    }

    fn member(&mut self) -> Option<(&'t str, &'t str)> {
        let name = self.string()?;
        let start = self.at - name.len() - 2;
        let name = &self.text[start..self.at];
        self.take(b':')?;
        self.next()?;
        let start = self.at;
        self.skip()?;
        Some((name, self.text[start..self.at].trim_end()))
    }

    fn skip(&mut self) -> Option<()> {
        match self.next()? {
            b'"' => self.string().map(drop),
            b'{' | b'[' => {
                let mut level = 0_usize;
                loop {
                    match self.next()? {
                        b'"' => drop(self.string()?),
                        b'{' | b'[' => {
                            level += 1;
                            self.at += 1;
                        }
                        b'}' | b']' => {
                            level -= 1;
                            self.at += 1;
                            if level == 0 {
                                return Some(());
                            }
                        }
                        _ => self.at += 1,
                    }
                }
            }
            _ => {
                while !matches!(self.next()?, b',' | b'}' | b']') {
                    self.at += 1;
                }
                Some(())
            }
        }
    }
}

/// The text of the first member `name` of the object in `text`, if it can be told without
/// decoding escapes.
///
/// Whether the rest of the message is sound is not looked at.
pub(crate) fn member<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut scanner = Scanner::new(text);
    scanner.take(b'{')?;
    loop {
        let found = scanner.string()?;
        scanner.take(b':')?;
        if found.contains('\\') {
            return None;
        }
        if found == name {
            let value = scanner.string()?;
            return (!value.contains('\\')).then_some(value);
        }
        scanner.skip()?;
        scanner.take(b',')?;
    }
}

/// The members of the object in `text`, which is JSON: their names with quotes, and their values,
/// as they are spelt.
pub(crate) fn members(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut scanner = Scanner::new(text);
    if scanner.take(b'{').is_some() {
        while let Some(member) = scanner.member() {
            found.push(member);
            if scanner.take(b',').is_none() {
                break;
            }
        }
    }
    found
}

/// Whether arrays and objects in `text` nest more than `levels` deep.
pub(crate) fn is_deeper(text: &str, levels: usize) -> bool {
    let mut scanner = Scanner::new(text);
    let mut level = 0_usize;
    while let Some(byte) = scanner.next() {
        match byte {
            b'"' => {
                if scanner.string().is_none() {
                    return false;
                }
                continue;
            }
            b'{' | b'[' => level += 1,
            b'}' | b']' => level = level.saturating_sub(1),
            _ => {}
        }
        if level > levels {
            return true;
        }
        scanner.at += 1;
    }
    false
}
