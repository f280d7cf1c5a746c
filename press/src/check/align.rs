//! Two sequences that should be the same, laid side by side.

use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Something that a translation takes over from the English chapter.
#[derive(Debug, Clone)]
pub struct Thing {
    /// Equal in both languages.
    pub key: String,
    /// How a message calls it.
    pub label: String,
    /// Where it stands in its file.
    pub span: Range<usize>,
}

/// How the places of the English and of the own sequence correspond.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The same.
    Same(usize, usize),
    /// One stands in the other's place.
    Changed(usize, usize),
    /// The same, in another place.
    Moved(usize, usize),
    /// English has it.
    Missing(usize),
    /// English lacks it.
    Extra(usize),
}

/// Aligns the keys of two sequences.
pub fn align(english: &[Thing], own: &[Thing]) -> Vec<Step> {
    let keys = |things: &[Thing]| {
        things
            .iter()
            .map(|thing| thing.key.clone())
            .collect::<Vec<_>>()
    };
    let (english, own) = (keys(english), keys(own));
    let mut steps = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &english, &own) {
        let (old, new) = (op.old_range(), op.new_range());
        let pairs = old.clone().zip(new.clone());
        let paired = old.len().min(new.len());
        match op {
            DiffOp::Equal { .. } => steps.extend(pairs.map(|(a, b)| Step::Same(a, b))),
            _ => {
                steps.extend(pairs.map(|(a, b)| Step::Changed(a, b)));
                steps.extend(old.skip(paired).map(Step::Missing));
                steps.extend(new.skip(paired).map(Step::Extra));
            }
        }
    }
    moved(&english, &own, steps)
}

/// Joins what is missing in one place and too much in another.
fn moved(english: &[String], own: &[String], steps: Vec<Step>) -> Vec<Step> {
    let mut joined: Vec<Step> = Vec::new();
    for step in steps {
        let twin = joined.iter_mut().find_map(|other| match (*other, step) {
            (Step::Missing(a), Step::Extra(b)) | (Step::Extra(b), Step::Missing(a))
                if english[a] == own[b] =>
            {
                Some((other, Step::Moved(a, b)))
            }
            _ => None,
        });
        match twin {
            Some((other, moved)) => *other = moved,
            None => joined.push(step),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(english: &str, own: &str) -> Vec<Step> {
        let things = |keys: &str| -> Vec<Thing> {
            keys.chars()
                .map(|key| Thing {
                    key: key.to_string(),
                    label: String::new(),
                    span: 0..0,
                })
                .collect()
        };
        let mut steps = align(&things(english), &things(own));
        steps.retain(|step| !matches!(step, Step::Same(..)));
        steps
    }

    #[test]
    fn one_mistake_is_one_step() {
        assert_eq!(steps("abc", "abc"), []);
        assert_eq!(steps("abc", "ac"), [Step::Missing(1)]);
        assert_eq!(steps("ac", "abc"), [Step::Extra(1)]);
        assert_eq!(steps("abc", "axc"), [Step::Changed(1, 1)]);
        assert_eq!(steps("abc", "bca"), [Step::Moved(0, 2)]);
    }
}
