import {describe, expect, it} from 'vitest';
import {exitCodeOf, worstOf} from '../../../src/cli/exit-code.ts';
import type {Failure} from '../../../src/core/failure/failure.ts';
import {FAILURES} from '../ui/sample-failures.ts';

const partial = (...causes: Failure[]): Failure => ({code: 'apply/partial', failed: ['a'], skipped: [], causes});

describe('exit codes', () => {
  it('are fixed for every failure', () =>
    expect(
      Object.fromEntries(Object.entries(FAILURES).map(([code, failure]) => [code, exitCodeOf(failure)])),
    ).toMatchInlineSnapshot(`
      {
        "apply/partial": 6,
        "apply/timeout": 6,
        "backend/credential": 4,
        "backend/denied": 4,
        "backend/io": 1,
        "backend/moved": 5,
        "backend/occupied": 5,
        "backend/unusable": 3,
        "cancelled": 130,
        "cluster/answer-too-large": 1,
        "cluster/other": 5,
        "cluster/tls": 4,
        "cluster/unreachable": 1,
        "context/fetch-failed": 1,
        "context/fetch-refused": 4,
        "context/kubeconfig": 3,
        "context/untrusted": 3,
        "context/value": 3,
        "credential/expired": 4,
        "credential/login-ended": 4,
        "credential/none": 4,
        "credential/not-for": 5,
        "credential/refused": 4,
        "credential/untrusted": 4,
        "credential/wrong-audience": 4,
        "forward/impossible": 1,
        "forward/port-taken": 5,
        "identity/not-kept": 1,
        "identity/refused": 4,
        "identity/unreachable": 1,
        "import/refused": 5,
        "input/confirmation-needed": 3,
        "input/invalid": 3,
        "input/usage": 3,
        "kubeconfig/not-written": 5,
        "object/failed": 6,
        "object/not-gone": 6,
        "object/not-ready": 6,
        "object/refused": 3,
        "object/write-refused": 1,
        "permission/denied": 4,
        "plan/blocked": 5,
        "plan/stale": 5,
        "plan/unreadable": 3,
        "program/missing": 127,
        "program/no-place": 1,
        "program/not-executable": 126,
        "release/damaged": 1,
        "release/foreign-origin": 5,
        "release/lease-lost": 5,
        "release/locked": 5,
        "release/newer-format": 1,
        "release/not-found": 3,
        "release/untrusted": 5,
        "resource/no-such-field": 3,
        "resource/not-found": 3,
        "sandbox/damaged": 1,
        "sandbox/in-use": 5,
        "sandbox/newer": 5,
        "sandbox/not-served": 5,
        "sandbox/silent": 1,
        "sandbox/unusable": 1,
        "secret/denied": 4,
        "secret/unreachable": 1,
        "untrusted/no-base": 3,
        "untrusted/refused": 5,
        "wait/unmet": 6,
        "workspace/changed": 5,
        "workspace/differs": 5,
        "workspace/exists": 5,
        "workspace/in-use": 5,
        "workspace/needed": 5,
        "workspace/not-allowed": 5,
        "workspace/not-chosen": 3,
        "workspace/not-found": 3,
        "workspace/plaintext": 5,
        "workspace/suspended": 5,
      }
    `));

  it.each([
    {name: 'an interrupt outweighs a part that failed', failure: partial(FAILURES.cancelled), want: 130},
    {
      name: 'a part that failed outweighs its causes',
      failure: partial(FAILURES['permission/denied'], FAILURES['plan/stale']),
      want: 6,
    },
    {
      name: 'what stopped before its first write ends as its cause',
      failure: {...partial(FAILURES['plan/stale']), nothingWritten: true} as Failure,
      want: 5,
    },
    {
      name: 'what stopped before its first write is not partly applied',
      failure: {...partial(FAILURES['plan/stale']), nothingWritten: true} as const,
      want: 5,
    },
    {name: 'SIGTERM has its own', failure: {code: 'cancelled', signal: 'SIGTERM'} as const, want: 143},
  ])('$name', ({failure, want}) => expect(exitCodeOf(failure)).toBe(want));

  it.each([
    {codes: [], want: 0},
    {codes: [1, 3, 4, 5, 6, 130, 70], want: 70},
    {codes: [6, 130], want: 130},
    {codes: [1, 3, 4, 5, 6], want: 6},
    {codes: [5, 4, 1], want: 5},
    {codes: [3, 4], want: 4},
    {codes: [1, 3], want: 3},
    {codes: [0, 1], want: 1},
  ])('of $codes the worst is $want', ({codes, want}) => expect(worstOf(codes)).toBe(want));
});
