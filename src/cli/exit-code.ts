import type {Failure, FailureCode} from '../core/failure/failure.ts';

/** The exit codes of Gantry. They are part of its interface, because scripts depend on them. */
export const EXIT = {
  done: 0,
  failed: 1,
  pending: 2,
  input: 3,
  permission: 4,
  refused: 5,
  partial: 6,
  bug: 70,
  interrupted: 130,
  terminated: 143,
} as const;

/** The exit codes of shells for a command that cannot be executed. `gantry exec` uses the same codes. */
const COMMAND = {notExecutable: 126, missing: 127} as const;

const EXIT_CODE: Readonly<Record<FailureCode, number>> = {
  'input/invalid': EXIT.input,
  'input/usage': EXIT.input,
  'input/confirmation-needed': EXIT.input,
  'workspace/not-chosen': EXIT.input,
  'workspace/not-found': EXIT.input,
  'workspace/ambiguous': EXIT.refused,
  'workspace/exists': EXIT.refused,
  'workspace/differs': EXIT.refused,
  'workspace/changed': EXIT.refused,
  'workspace/needed': EXIT.refused,
  'workspace/suspended': EXIT.refused,
  'workspace/protected': EXIT.refused,
  'workspace/plaintext': EXIT.refused,
  'workspace/in-use': EXIT.refused,
  'workspace/same-objects': EXIT.refused,
  'workspace/not-allowed': EXIT.refused,
  'shared/in-use': EXIT.refused,
  'consent/not-signed': EXIT.refused,
  'untrusted/refused': EXIT.refused,
  'untrusted/no-base': EXIT.input,
  'context/kubeconfig': EXIT.input,
  'context/value': EXIT.input,
  'context/untrusted': EXIT.refused,
  'context/fetch-refused': EXIT.permission,
  'context/fetch-failed': EXIT.failed,
  'secret/denied': EXIT.permission,
  'secret/unreachable': EXIT.failed,
  'credential/refused': EXIT.permission,
  'credential/expired': EXIT.permission,
  'credential/none': EXIT.permission,
  'credential/login-ended': EXIT.permission,
  'credential/untrusted': EXIT.permission,
  'credential/wrong-audience': EXIT.permission,
  'identity/refused': EXIT.permission,
  'identity/unreachable': EXIT.failed,
  'identity/not-kept': EXIT.failed,
  'permission/denied': EXIT.permission,
  'cluster/unreachable': EXIT.failed,
  'cluster/answer-too-large': EXIT.failed,
  'cluster/tls': EXIT.permission,
  'cluster/other': EXIT.refused,
  'sandbox/not-served': EXIT.refused,
  'sandbox/in-use': EXIT.refused,
  'sandbox/damaged': EXIT.failed,
  'sandbox/newer': EXIT.refused,
  'sandbox/unusable': EXIT.failed,
  'sandbox/silent': EXIT.failed,
  'terraform/unusable': EXIT.refused,
  'terraform/failed': EXIT.failed,
  'object/refused': EXIT.input,
  'object/write-refused': EXIT.failed,
  'object/not-ready': EXIT.partial,
  'object/not-gone': EXIT.partial,
  'object/failed': EXIT.partial,
  'plan/stale': EXIT.refused,
  'backend/sealed': EXIT.permission,
  'backend/not-sealed': EXIT.refused,
  'plan/unreadable': EXIT.input,
  'plan/blocked': EXIT.refused,
  'import/refused': EXIT.refused,
  'release/locked': EXIT.refused,
  'release/lease-lost': EXIT.refused,
  'release/not-found': EXIT.input,
  'stack/exists': EXIT.refused,
  'resource/not-found': EXIT.input,
  'resource/no-such-field': EXIT.input,
  'resource/no-runtime': EXIT.refused,
  'release/foreign-origin': EXIT.refused,
  'release/other-user': EXIT.refused,
  'release/damaged': EXIT.failed,
  'release/untrusted': EXIT.refused,
  'release/newer-format': EXIT.failed,
  'backend/io': EXIT.failed,
  'backend/unusable': EXIT.input,
  'backend/credential': EXIT.permission,
  'backend/denied': EXIT.permission,
  'backend/no-workspace': EXIT.input,
  'backend/moved': EXIT.refused,
  'backend/occupied': EXIT.refused,
  'apply/partial': EXIT.partial,
  'forward/port-taken': EXIT.refused,
  'forward/impossible': EXIT.failed,
  'program/missing': COMMAND.missing,
  'program/not-executable': COMMAND.notExecutable,
  'program/no-place': EXIT.failed,
  'kubeconfig/not-written': EXIT.refused,
  'credential/not-for': EXIT.refused,
  'wait/unmet': EXIT.partial,
  'apply/timeout': EXIT.partial,
  cancelled: EXIT.interrupted,
};

const WORST_FIRST: readonly number[] = [
  EXIT.bug,
  EXIT.terminated,
  EXIT.interrupted,
  EXIT.partial,
  EXIT.refused,
  EXIT.permission,
  EXIT.input,
  EXIT.failed,
];

/** The code to exit with: of several causes the worst. */
export function exitCodeOf(failure: Failure): number {
  if (failure.code === 'cancelled') return failure.signal === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted;
  const own = EXIT_CODE[failure.code];
  if (failure.code !== 'apply/partial') return own;
  // A run that stopped before its first write is not partly applied, so that only the cause counts.
  return worstOf([failure.nothingWritten === true ? EXIT.failed : own, ...failure.causes.map(exitCodeOf)]);
}

/** Returns the worst exit code: 70 before 143 and 130, then 6, 5, 4, 3 and 1; 0 if there is none. */
export const worstOf = (codes: readonly number[]): number =>
  WORST_FIRST.find((code) => codes.includes(code)) ?? EXIT.done;
