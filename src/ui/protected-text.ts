import type {Closed} from '../core/protection/closed-because.ts';
import type {ApprovalProblem} from '../core/protection/judge-approval.ts';
import type {ProtectedRefusal} from '../core/protection/protected-refusal.ts';
import type {ChangeWindow} from '../core/protection/protection.ts';
import {shellLine} from '../core/trust/shell-line.ts';
import type {SignatureProblem} from '../core/trust/ssh/judge-signature.ts';
import {unreachable} from '../lib/unreachable.ts';
import type {FailureText} from './failure-words.ts';

/** Returns why a protected workspace refuses a change, and how the change is permitted. */
export function protectedText(refusal: ProtectedRefusal): FailureText {
  const {workspace} = refusal;
  const head = `The workspace "${workspace}" is protected`;
  switch (refusal.because) {
    case 'no-terminal':
      return {
        message: `${head}. A user must type its name on a terminal, and --yes is not enough. This run has no terminal; nothing was changed.`,
        hint: PERMITTED[refusal.change](refusal),
      };
    case 'not-confirmed':
      return {message: `${head}, and its name was not typed; nothing was changed.`};
    case 'not-approvable':
      return {
        message: `${head}. --approval covers only saved plans and changes of the workspace itself; nothing was changed.`,
        hint: 'Run this command on a terminal without --approval, or apply the approved plan: gantry apply PLAN --approval FILE.',
      };
    case 'closed':
      return {
        message: `${head}, and ${closedText(refusal.closed)}; nothing was changed.`,
        hint:
          refusal.approval === undefined
            ? 'In an emergency, pass --outside-windows REASON. The release records the reason.'
            : 'In an emergency, sign a new approval with gantry approve --outside-windows REASON.',
      };
    case 'no-approvers':
      return noApprovers(workspace, refusal.file);
    case 'unreadable-key':
      return {
        message: `${head}, and its approver ${refusal.line} cannot be used: ${refusal.problem}; nothing was changed.`,
        hint: `Correct protected.approvers of the workspace: gantry workspace show ${workspace}`,
      };
    case 'approval':
      return {
        message: `${head}, and the approval ${refusal.approval} is not accepted: ${problemText(refusal.problem, workspace)}; nothing was changed.`,
        hint: `Ask an approver to sign ${refusal.change === 'plans' ? 'the current plan: gantry approve PLAN' : `exactly this change: ${approveWorkspace(workspace)}`}`,
      };
    default:
      return unreachable(refusal);
  }
}

type Refused = {readonly workspace: string; readonly stack?: string};

const PERMITTED: Readonly<Record<'plans' | 'workspace' | 'none', (refusal: Refused) => string>> = {
  plans: ({workspace, stack}) =>
    `Run the command on a terminal. In a pipeline, only a saved plan can be approved: ${shellLine(['gantry', 'preview', ...(stack === undefined ? [] : ['-s', stack]), '-w', workspace, '--save', 'plan.json'])}, gantry approve plan.json, gantry apply plan.json --approval plan.json.approval`,
  workspace: ({workspace}) =>
    `Run the command on a terminal, or pass --approval FILE with an approval of the same change: ${approveWorkspace(workspace)}`,
  none: () => 'Run the command on a terminal.',
};

const approveWorkspace = (workspace: string): string =>
  `${shellLine(['gantry', 'workspace', 'approve', workspace])} with the same flags, or with --delete`;

function noApprovers(workspace: string, file: string | undefined): FailureText {
  return file === undefined
    ? {
        message: `The workspace "${workspace}" is protected, and lists no approvers; nothing was changed.`,
        hint: 'Run the command on a terminal, or add public keys to protected.approvers of the workspace.',
      }
    : {
        message: `The workspace "${workspace}" is protected by ${file}. A commit can change this file, so its approvers do not count; nothing was changed.`,
        hint: `Store the workspace in the backend: ${shellLine(['gantry', 'workspace', 'create', '--shared', '--file', file])}`,
      };
}

/** Returns why changes are not allowed at this time. */
export function closedText(closed: Closed): string {
  if (closed.kind === 'windows') return `changes are allowed only ${closed.windows.map(windowText).join(', ')}`;
  const {from, to, timeZone, reason} = closed.freeze;
  return `no changes are allowed from ${from} to ${to} (${timeZone}): ${reason}`;
}

/** Returns a change window: `mon, tue 09:00-17:00 (Europe/Zurich)`. */
const windowText = ({days, from, to, timeZone}: ChangeWindow): string =>
  `${days === undefined ? 'every day' : days.join(' ')} ${from}-${to} (${timeZone})`;

function problemText(problem: ApprovalProblem, workspace: string): string {
  switch (problem.reason) {
    case 'unreadable':
      return problem.problem;
    case 'signature':
      return signatureText(problem.problem, workspace);
    case 'other-workspace':
      return `it is for the workspace "${problem.found}"`;
    case 'other-change':
      return 'it is for another plan, or for another change';
    case 'not-yet':
      return `it is valid from ${problem.at}, and the clock of this machine shows an earlier time`;
    case 'expired':
      return `it expired at ${problem.at}`;
    default:
      return unreachable(problem);
  }
}

function signatureText(problem: SignatureProblem, workspace: string): string {
  switch (problem.reason) {
    case 'none':
      return 'it has no signature';
    case 'namespace':
      return `it was signed for the namespace "${problem.found}", not for gantry-approval`;
    case 'unknown-key':
      return `it was signed with the key ${problem.key}, which is not an approver of the stored workspace "${workspace}"`;
    case 'other-namespaces':
      return `it was signed with the key ${problem.key}, which is valid only for ${problem.namespaces.join(', ')}`;
    case 'not-yet':
      return `it was signed with the key ${problem.key}, which is valid only from ${problem.at}`;
    case 'ended':
      return `it was signed with the key ${problem.key}, which was valid until ${problem.at}`;
    case 'other-text':
      return `it was changed after it was signed with the key ${problem.key}, or the signature is forged`;
    default:
      return unreachable(problem);
  }
}
