import type {Closed} from './closed-because.ts';
import type {ApprovalProblem} from './judge-approval.ts';

/** The reason why a change of a protected workspace is refused. Nothing was changed. */
export type ProtectedRefusal = {readonly workspace: string} & Because;

type Because =
  /** The run has no terminal and no approval. `change`: the kind of approval that would permit it; `none` if an approval cannot permit it. */
  | {
      readonly because: 'no-terminal';
      readonly change: 'plans' | 'workspace' | 'none';
      /** The stack of the change: `shop/web`. */
      readonly stack?: string;
    }
  /** The user typed another name. */
  | {readonly because: 'not-confirmed'}
  /** The run has an approval, but the command applies no saved plan. */
  | {readonly because: 'not-approvable'}
  | {readonly because: 'closed'; readonly closed: Closed; readonly approval?: string}
  /** The workspace lists no approvers. `file`: a file that a commit can change, whose approvers do not count. */
  | {readonly because: 'no-approvers'; readonly file?: string}
  /** The approvers of the workspace cannot be read. `line` counts from 1. */
  | {readonly because: 'unreadable-key'; readonly line: number; readonly problem: string}
  | {
      readonly because: 'approval';
      readonly approval: string;
      readonly change: 'plans' | 'workspace';
      readonly problem: ApprovalProblem;
    };
