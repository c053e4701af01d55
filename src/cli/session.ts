import type {BackendRequest} from '../app/backend/choose-backend.ts';
import type {Deps} from '../app/deps.ts';
import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {Failure} from '../core/failure/failure.ts';
import type {Plan} from '../core/plan/plan.ts';
import type {ReportCase} from '../core/report/report-case.ts';
import type {Question} from '../ui/confirm.ts';
import type {MarkdownStyle} from '../ui/markdown/plan-markdown.ts';
import type {Style} from '../ui/style.ts';
import type {ChosenWorkspace} from '../ui/text/stack/plan-text.ts';
import type {Globals} from './flags/globals.ts';
import type {ForWorkflow} from './github.ts';

/** What the composition root needs to know of a run to build its dependencies. */
export type DepsOverrides = Pick<Deps, 'onEvent' | 'signal' | 'interactive' | 'command'> & {
  /** Which stack, and which backend, the flags name. */
  readonly about?: BackendRequest;
  /** The checkout may have been changed by a stranger; `base`: the commit that is believed, where a flag says it. */
  readonly untrusted?: {readonly base?: string};
};

/** A command's answer in every form; the output flag picks one. */
export type Result = {
  /** For `-o json`, `yaml` and the last line of `jsonl`. */
  readonly document: unknown;
  /** For people. */
  readonly text: (style: Style) => string | Promise<string>;
  /** For pull requests; without it the text in a block. */
  readonly markdown?: ((style: MarkdownStyle) => Promise<string>) | undefined;
  /** Where YAML is not simply the document: several documents, for example manifests. */
  readonly yaml?: readonly unknown[] | undefined;
  /** Remarks that belong to the answer; on stderr for people, unless an event brought them already. */
  readonly diagnostics?: readonly Diagnostic[];
  /** What was looked at or done, one by one, for reports of tests and findings; without it the run is one case. */
  readonly cases?: () => Promise<readonly ReportCase[]>;
  /** What a workflow hears of it, beyond the remarks and the exit code. */
  readonly workflow?: ForWorkflow;
  /** The run has an answer and yet went wrong. */
  readonly failure?: Failure | undefined;
  readonly exitCode?: number | undefined;
};

/** One run of one command: its global flags, its doors, and the ways to speak. */
export type Session = {
  readonly globals: Globals;
  readonly deps: Deps;
  /** Somebody looks at stdout: it leads into no file and no other program. */
  readonly onTerminal: boolean;
  /** A piece of the answer on stdout as it comes, for people; what machines read comes by `print`, or as events. */
  readonly write: (text: (style: Style) => string) => void;
  /** Text on stderr, above any live view; nothing with `-q`. */
  readonly say: (text: (style: Style) => string) => void;
  /** What is wrong, on stderr, with `-q` too. */
  readonly complain: (text: (style: Style) => string) => void;
  /** Shows on a terminal what the program waits for, until it writes again; nothing with `-q`. */
  readonly wait: (text: string) => void;
  /** Diagnostics on stderr, unless an event brought them already. */
  readonly remark: (diagnostics: readonly Diagnostic[]) => void;
  readonly ask: (question: Question) => Promise<boolean>;
  /** The plan and its remarks on stderr, next to a question or a refusal: stdout may lead elsewhere. */
  readonly show: (plan: Plan, text: (style: Style) => string) => void;
  /** Where the workspace's name came from, once that is known. */
  readonly chosen: () => ChosenWorkspace | undefined;
  readonly print: (result: Result) => Promise<void>;
  /** A text for the program that reads stdout, byte for byte: it goes nowhere else, to no report and no summary. */
  readonly hand: (text: string) => void;
  /** The run ends with this code, and without an answer of its own. */
  readonly end: (exitCode: number) => void;
  /** For what goes on until Ctrl-C and only tells: a reader of stdout who leaves (`| head`) ends it the same way. */
  readonly endWithReader: () => void;
};

/** Opened by a command when it acts, not before: parsing and help need no doors. */
export type OpenSession = () => Promise<Session>;
