//! A program that uses the crate as its users do; it is put beside the crate's own sources and run.

use std::io::Cursor;
use std::time::{Duration, Instant};

use cgp_wire::ndjson::{self, LineBuffer, ReadError};
use cgp_wire::session::{Event, HostSession, ProviderSession, SendError, SessionError, State};
use cgp_wire::types::{
    Capabilities, ContextFrame, ContextQuery, ContextQueryResult, DataFlow, Envelope, Error,
    ErrorCode, Frames, Handshake, HandshakeAck, ProviderInfo, Query, QueryCapability,
    Representation, VerdictStatus,
};
use cgp_wire::versions::{self, VersionError};
use cgp_wire::{decode, encode, jsonrpc, rules, tokens, Message, REVISION};

fn query() -> Query {
    Query::new(ContextQuery::new("why", 8, 2000))
}

fn ack() -> HandshakeAck {
    let provider = ProviderInfo::new("docs", "1", DataFlow::new(false, false, false));
    HandshakeAck::new(
        REVISION,
        provider,
        Capabilities::new(QueryCapability::new()),
    )
}

fn text(envelope: impl Into<Envelope>) -> String {
    String::from_utf8(encode(&envelope.into()).unwrap()).unwrap()
}

fn envelope(line: &str) -> Envelope {
    match decode(line.as_bytes()) {
        Ok(Message::Envelope(envelope)) => envelope,
        other => panic!("{other:?}"),
    }
}

#[test]
fn absent_and_empty_are_two_things() {
    let mut absent = query();
    assert!(!text(absent.clone()).contains("embedding"));
    absent.query.embedding = Some(Vec::new());
    assert!(text(absent.clone()).contains(r#""embedding":[]"#));
    assert_eq!(envelope(&text(absent.clone())), absent.into());
}

#[test]
fn unlisted_values_are_kept_verbatim() {
    let code = ErrorCode::from("vendor:busy");
    assert_eq!(code, ErrorCode::Unknown("vendor:busy".to_owned()));
    assert_eq!((code.as_str(), code.is_listed()), ("vendor:busy", false));
    assert_eq!(code.reads_as(), &ErrorCode::Internal);
    assert!(!code.retry());
    assert_eq!(VerdictStatus::from("unknown"), VerdictStatus::Unknown);
    assert_eq!(
        VerdictStatus::from("fine"),
        VerdictStatus::Unlisted("fine".to_owned())
    );
    let mut error = Error::new("no");
    error.code = Some(code);
    assert_eq!(envelope(&text(error.clone())), error.into());
}

#[test]
fn any_serde_format_and_any_place_of_the_tag_will_do() {
    let expected: Envelope = query().into();
    let last = r#"{"query":{"goal":"why","max_frames":8,"max_tokens":2000},"new":{"a":[1]},"type":"query"}"#;
    assert_eq!(serde_json::from_str::<Envelope>(last).unwrap(), expected);
    assert_eq!(envelope(last), expected);
    let value = serde_json::to_value(&expected).unwrap();
    assert_eq!(value["type"], "query");
    assert_eq!(serde_json::from_value::<Envelope>(value).unwrap(), expected);
    assert!(serde_json::from_str::<Query>(last).is_ok());
    assert!(serde_json::from_str::<Frames>(last).is_err());
    assert!(serde_json::from_str::<Envelope>(r#"{"type":"future"}"#).is_err());
}

#[test]
fn errors_name_rule_and_place_and_never_repeat_the_message() {
    let line = br#"{"type":"query","id":"q1","query":{"goal":"secret","max_frames":"secret","max_tokens":1}}"#;
    let error = decode(line).unwrap_err();
    assert_eq!(
        (error.rule(), error.pointer()),
        ("wrong-type", "/query/max_frames")
    );
    assert_eq!((error.code(), error.id()), ("bad_request", Some("q1")));
    assert!(!error.to_string().contains("secret"));
}

#[test]
fn numbers_that_json_does_not_have_are_refused_before_any_byte_leaves() {
    for score in [f64::NAN, f64::INFINITY, 1e39] {
        let frame = ContextFrame::new("a", "fact", "A", score, 0);
        let result = ContextQueryResult::new(vec![frame], false);
        let mut written = Vec::new();
        let error = ndjson::write(&mut written, &Frames::new(result).into()).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("out-of-range at /result/frames/0/score"),
            "{error}"
        );
        assert!(written.is_empty());
    }
}

#[test]
fn reading_a_stream_goes_on_after_a_line_that_is_none() {
    let long = "x".repeat(100);
    let stream = format!(
        "{}\n \r\nnonsense\n{long}\n{}",
        text(query()).trim_end(),
        text(query()).trim_end()
    );
    let found: Vec<_> = ndjson::read_within(Cursor::new(stream), 90).collect();
    let rules: Vec<_> = found
        .iter()
        .map(|found| match found {
            Ok(message) => message.tag(),
            Err(ReadError::Decode(error)) => error.rule(),
            Err(error) => panic!("{error}"),
        })
        .collect();
    assert_eq!(rules, ["query", "not-json", "line-too-long", "query"]);
}

#[test]
fn chunks_make_lines_however_they_were_cut() {
    let mut whole = LineBuffer::new();
    let mut cut = LineBuffer::new();
    let data = b"one\r\n\n two \nthree";
    let mut expected = whole.feed(data);
    expected.extend(whole.close());
    let mut found: Vec<_> = data.iter().flat_map(|byte| cut.feed(&[*byte])).collect();
    found.extend(cut.close());
    assert_eq!(found, expected);
    assert_eq!(found.len(), 3);
}

#[test]
fn rules_are_functions_and_checks() {
    let mut frame = ContextFrame::new("a", "fact", "A", 0.5, 7);
    frame.content = Some("four".to_owned());
    assert!(!rules::token_cost_is_bytes(&frame));
    frame.token_cost = 1;
    assert!(rules::token_cost_is_bytes(&frame));
    frame.representation = Representation::Reference;
    let reply = Frames::new(ContextQueryResult::new(vec![frame], false)).into();
    let found = rules::check(&reply);
    assert!(found
        .iter()
        .any(|violation| violation.pointer == "/result/frames/0/content"));
    assert_eq!(rules::check(&query().into()), []);
    assert!(rules::RULES
        .iter()
        .any(|rule| rule.id == "token-cost-is-bytes"));
}

#[test]
fn tokens_are_counted_in_bytes() {
    assert_eq!(
        (
            tokens::budget_tokens(None),
            tokens::budget_tokens(Some("ééé"))
        ),
        (0, 2)
    );
}

#[test]
fn versions_have_families() {
    assert_eq!(
        versions::parse(REVISION).unwrap().family(),
        "contextgraph/1"
    );
    assert_eq!(
        versions::interoperate("contextgraph/1.0", "contextgraph/1.9-draft"),
        Ok(true)
    );
    assert_eq!(
        versions::parse("contextgraph/1.0\n"),
        Err(VersionError::Unparsable)
    );
    assert!(matches!(
        versions::require("contextgraph/1.0", "contextgraph/2.0"),
        Err(VersionError::Mismatch { .. })
    ));
}

#[test]
fn a_host_and_a_provider_talk() {
    let (mut host, mut provider) = (HostSession::new(), ProviderSession::new());
    let early = host.send(query()).unwrap_err();
    assert!(
        matches!(early, SendError::Violation(violation) if violation.requirement == "N-handshake-first")
    );
    let opened = provider.receive_data(&host.send(Handshake::new(REVISION)).unwrap());
    assert!(matches!(&opened[..], [Event::Requested(_)]));
    let answered = host.receive_data(&provider.send(ack()).unwrap());
    assert!(matches!(&answered[..], [Event::Replied { .. }]));
    assert_eq!(
        (host.state(), provider.state()),
        (State::Ready, State::Ready)
    );

    let deadline = Instant::now() + Duration::from_secs(1);
    provider.receive_data(&host.send_with_deadline(query(), deadline).unwrap());
    assert_eq!(host.next_deadline(), Some(deadline));
    let reply = provider
        .send(Frames::new(ContextQueryResult::new(Vec::new(), false)))
        .unwrap();
    assert!(matches!(
        &host.receive_data(&reply)[..],
        [Event::Replied { .. }]
    ));
    assert!(host.time_out(deadline).is_empty());

    assert!(matches!(
        &provider.receive_data(b"nonsense\n")[..],
        [Event::Rejected { code: Some(_), .. }]
    ));
    let told = host.receive_data(&provider.data_to_send());
    assert!(matches!(&told[..], [Event::Dropped { .. }]), "{told:?}");

    host.send_with_deadline(query(), deadline).unwrap();
    let over = host.time_out(deadline);
    let [Event::Failed { error, .. }, Event::Closed { .. }] = &over[..] else {
        panic!("{over:?}");
    };
    assert!(matches!(error, SessionError::TimedOut { .. }));
    assert!(host.is_closed());
}

#[test]
fn a_provider_refuses_what_is_no_version_of_its_family() {
    let mut provider = ProviderSession::new();
    let events = provider
        .receive_data(b"{\"type\":\"handshake\",\"protocol_version\":\"contextgraph/2.0\"}\n");
    assert!(matches!(
        &events[..],
        [Event::Rejected {
            error: SessionError::Version(_),
            ..
        }]
    ));
    let mut host = HostSession::new();
    host.send(Handshake::new("contextgraph/2.0")).unwrap();
    let failed = host.receive_data(&provider.data_to_send());
    assert!(matches!(
        &failed[..],
        [Event::Failed {
            error: SessionError::Version(VersionError::Refused { .. }),
            ..
        }]
    ));
}

#[test]
fn the_same_message_travels_as_json_rpc() {
    let mut asked = query();
    asked.id = Some("q1".to_owned());
    let asked: Envelope = asked.into();
    let message = jsonrpc::encode(&asked, None, None).unwrap();
    let received = jsonrpc::decode(&message, |_| None).unwrap();
    assert_eq!(
        (&received.envelope, &received.id),
        (&asked, &Some("q1".into()))
    );
    let reply = Frames::new(ContextQueryResult::new(Vec::new(), true)).into();
    let message = jsonrpc::encode(&reply, received.id.as_ref(), received.method).unwrap();
    let answered = jsonrpc::decode(&message, |id| {
        received.method.filter(|_| *id == "q1".into())
    })
    .unwrap();
    assert!(
        matches!(answered.envelope, Envelope::Frames(frames) if frames.id.as_deref() == Some("q1"))
    );
    let lonely = jsonrpc::decode(&message, |_| None).unwrap_err();
    assert_eq!(
        (lonely.rule(), lonely.number(), lonely.is_due()),
        ("unasked", -32600, false)
    );
    assert!(jsonrpc::encode(&query().into(), None, None).is_err());
}
