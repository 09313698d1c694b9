//! Who waits for whom: the requests of one party that are in flight, and the replies that it owes.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use super::events::Request;
use crate::codec::Union;

/// Values by id, in the order in which the ids came; requests without one share a place.
#[derive(Debug)]
struct Ordered<V> {
    places: HashMap<Option<String>, u64>,
    values: BTreeMap<u64, (Option<String>, V)>,
    next: u64,
}

impl<V> Default for Ordered<V> {
    fn default() -> Self {
        Self {
            places: HashMap::new(),
            values: BTreeMap::new(),
            next: 0,
        }
    }
}

impl<V> Ordered<V> {
    fn get(&self, id: Option<&str>) -> Option<&V> {
        let place = self.places.get(&id.map(str::to_owned))?;
        self.values.get(place).map(|(_, value)| value)
    }

    fn get_or_insert(&mut self, id: Option<&str>, value: impl FnOnce() -> V) -> &mut V {
        let next = self.next;
        let id = id.map(str::to_owned);
        let place = *self.places.entry(id.clone()).or_insert(next);
        self.next += 1;
        let (_, held) = self.values.entry(place).or_insert_with(|| (id, value()));
        held
    }

    fn remove(&mut self, id: Option<&str>) -> Option<V> {
        let place = self.places.remove(&id.map(str::to_owned))?;
        self.values.remove(&place).map(|(_, value)| value)
    }

    fn retain(&mut self, mut keep: impl FnMut(&mut V) -> bool) {
        let places = &mut self.places;
        self.values.retain(|_, (id, value)| {
            let kept = keep(value);
            if !kept {
                places.remove(id);
            }
            kept
        });
    }

    fn values(&self) -> impl Iterator<Item = &V> {
        self.values.values().map(|(_, value)| value)
    }
}

/// A request, and the tags of the envelopes that can answer it.
#[derive(Debug)]
struct Waiting {
    request: Request,
    replies: Vec<&'static str>,
}

/// Requests that wait for a reply: at most one without an id, and any number with one.
///
/// An id that was given up stays taken until its reply has come: a late reply must not answer a
/// later request.
#[derive(Debug, Default)]
pub(crate) struct InFlight {
    turn: Option<Waiting>,
    by_id: Ordered<Waiting>,
    given_up: HashSet<String>,
}

impl InFlight {
    /// Whether a reply with this id, or without one, may still come.
    pub(crate) fn holds(&self, id: Option<&str>) -> bool {
        match id {
            None => self.turn.is_some(),
            Some(name) => self.by_id.get(id).is_some() || self.given_up.contains(name),
        }
    }

    /// Whether the request with this id was given up.
    pub(crate) fn is_given_up(&self, id: Option<&str>) -> bool {
        id.is_some_and(|id| self.given_up.contains(id))
    }

    /// The request that the envelope `reply` with this id answers.
    pub(crate) fn find(&self, id: Option<&str>, reply: &str) -> Option<&Request> {
        let waiting = match id {
            None => self.turn.as_ref(),
            Some(_) => self.by_id.get(id),
        };
        waiting
            .filter(|waiting| waiting.replies.contains(&reply))
            .map(|waiting| &waiting.request)
    }

    /// A request has left.
    pub(crate) fn add(&mut self, request: Request, replies: Vec<&'static str>) {
        let id = request.id.clone();
        let waiting = Waiting { request, replies };
        if id.is_none() {
            self.turn = Some(waiting);
        } else {
            self.by_id.remove(id.as_deref());
            self.by_id.get_or_insert(id.as_deref(), || waiting);
        }
    }

    /// The reply to a request is there, or none will come.
    pub(crate) fn settle(&mut self, id: Option<&str>) {
        if id.is_none() {
            self.turn = None;
        } else {
            self.by_id.remove(id);
        }
    }

    /// Waits no longer; of a request with an id, a late reply will be known.
    pub(crate) fn give_up(&mut self, id: Option<&str>) {
        self.settle(id);
        self.given_up.extend(id.map(str::to_owned));
    }

    /// The reply to a request that was given up is there after all.
    pub(crate) fn arrived_late(&mut self, id: Option<&str>) {
        if let Some(id) = id {
            self.given_up.remove(id);
        }
    }

    /// The session is over: no reply will count any more.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// The requests that wait, those with an id first.
    pub(crate) fn requests(&self) -> impl Iterator<Item = &Request> {
        let waiting = self.by_id.values().chain(&self.turn);
        waiting.map(|waiting| &waiting.request)
    }
}

/// A reply that is owed.
#[derive(Debug, Default)]
pub(crate) struct Due {
    pub(crate) replies: Vec<&'static str>,
    /// The request, if the user of the session was told of one.
    pub(crate) request: Option<Request>,
    /// The answer, if the session gives it on its own.
    pub(crate) ready: Option<Union>,
    /// Whether it may stay away.
    pub(crate) optional: bool,
    /// Whether nothing else leaves before it.
    pub(crate) first: bool,
    /// It tells dues apart.
    pub(crate) number: u64,
}

/// Replies that are owed, in the order of the requests for each id, and for all requests without
/// one.
///
/// The order is what ties a reply without an id to its request; so an answer that is ready waits
/// for its turn.
#[derive(Debug, Default)]
pub(crate) struct Dues {
    queues: Ordered<VecDeque<Due>>,
    added: u64,
    ready: usize,
    leaving: Option<u64>,
}

impl Dues {
    /// Whether a reply with this id, or without one, is owed.
    pub(crate) fn owes(&self, id: Option<&str>) -> bool {
        self.queues.get(id).is_some()
    }

    /// The number of the due that the envelope `reply` with this id would settle, and whether
    /// nothing leaves before it.
    pub(crate) fn find(&self, id: Option<&str>, reply: &str) -> Option<(u64, bool)> {
        for due in self.queues.get(id)? {
            let leaves = due.ready.is_none() || self.leaving == Some(due.number);
            if due.replies.contains(&reply) && leaves {
                return Some((due.number, due.first));
            }
            if !due.optional {
                return None;
            }
        }
        None
    }

    /// One more reply is owed.
    pub(crate) fn add(&mut self, id: Option<&str>, mut due: Due) {
        self.added += 1;
        due.number = self.added;
        self.ready += usize::from(due.ready.is_some());
        self.queues.get_or_insert(id, VecDeque::new).push_back(due);
    }

    /// The due with a number, and whatever optional was before it, is owed no more.
    pub(crate) fn settle(&mut self, id: Option<&str>, number: u64) {
        let queue = self.queues.get_or_insert(id, VecDeque::new);
        while let Some(due) = queue.pop_front() {
            self.ready -= usize::from(due.ready.is_some());
            if due.number == number {
                break;
            }
        }
        if queue.is_empty() {
            self.queues.remove(id);
        }
    }

    /// An answer that is ready and whose turn it is; it has to leave now.
    pub(crate) fn next_ready(&mut self) -> Option<Union> {
        self.leaving = None;
        if self.ready == 0 {
            return None;
        }
        let in_turn = self.queues.get(None).and_then(VecDeque::front);
        let found = match in_turn.filter(|due| due.first) {
            Some(first) => Some(first).filter(|due| due.ready.is_some()),
            None => {
                let mut heads = self.queues.values().filter_map(VecDeque::front);
                heads.find(|due| due.ready.is_some())
            }
        };
        self.leaving = found.map(|due| due.number);
        found.and_then(|due| due.ready.clone())
    }

    /// The session is over: no answer will leave any more.
    pub(crate) fn withdraw(&mut self) {
        self.queues.retain(|queue| {
            queue.retain(|due| due.ready.is_none());
            !queue.is_empty()
        });
        self.ready = 0;
    }

    /// The requests whose replies are owed by the user of the session.
    pub(crate) fn requests(&self) -> impl Iterator<Item = &Request> {
        let dues = self.queues.values().flatten();
        dues.filter_map(|due| due.request.as_ref())
    }
}
