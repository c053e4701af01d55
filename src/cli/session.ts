import type {BackendRequest} from '../app/backend/choose-backend.ts';
import type {Deps} from '../app/deps.ts';
import type {GuardOptions} from '../app/protection/guard-options.ts';
import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {Failure} from '../core/failure/failure.ts';
import type {Plan} from '../core/plan/plan.ts';
import type {HistoryNames} from '../core/release/history-names.ts';
import type {ReportCase} from '../core/report/report-case.ts';
import type {Question} from '../ui/confirm.ts';
import type {MarkdownStyle} from '../ui/markdown/plan-markdown.ts';
import type {ReleaseRun} from '../ui/notify/release-notification.ts';
import type {Style} from '../ui/style.ts';
import type {ChosenWorkspace} from '../ui/text/stack/plan-text.ts';
import type {Globals} from './flags/globals.ts';
import type {ForWorkflow} from './github.ts';

/** The facts about a run that the composition root needs to build the dependencies. */
export type DepsOverrides = Pick<Deps, 'onEvent' | 'signal' | 'interactive' | 'command'> & {
  /** The stack and the backend that the flags select. */
  readonly about?: BackendRequest;
  /** The checkout may have been changed by a stranger; `base`: the commit that is believed, where a flag says it. */
  readonly untrusted?: {readonly base?: string};
  /** The ways to get the permission for a change of a protected workspace. Absent: none. */
  readonly guard?: GuardOptions;
  /** The file that gets a trace of the run. */
  readonly profile?: string;
};

/** A command's answer in every form; the output flag picks one. */
export type Result = {
  /** The document for `-o json`, `yaml` and the last line of `jsonl`. */
  readonly document: unknown;
  /** The text for people. */
  readonly text: (style: Style) => string | Promise<string>;
  /** The Markdown for pull requests. Default: the text in a code block. */
  readonly markdown?: ((style: MarkdownStyle) => Promise<string>) | undefined;
  /** The YAML documents, for example manifests, if `-o yaml` does not print the document. */
  readonly yaml?: readonly unknown[] | undefined;
  /** Remarks on the result. For people they go to stderr, unless an event has already printed them. */
  readonly diagnostics?: readonly Diagnostic[];
  /** The cases for reports of tests and findings. Default: the run is one case. */
  readonly cases?: () => Promise<readonly ReportCase[]>;
  /** The annotations and outputs for a workflow, in addition to the remarks and the exit code. */
  readonly workflow?: ForWorkflow;
  /** The run has an answer and yet went wrong. */
  readonly failure?: Failure | undefined;
  /** The stacks that the run has changed or tried to change, for notifications. */
  readonly ran?: readonly ReleaseRun[];
  readonly exitCode?: number | undefined;
};

/** A run of a command: its global flags, its dependencies, and the functions that print. */
export type Session = {
  readonly globals: Globals;
  readonly deps: Deps;
  /** Set if stdout is a terminal, not a file or a pipe. */
  readonly onTerminal: boolean;
  /** A piece of the answer on stdout as it comes, for people; what machines read comes by `print`, or as events. */
  readonly write: (text: (style: Style) => string) => void;
  /** Prints text to stderr, above any live view. Prints nothing with `-q`. */
  readonly say: (text: (style: Style) => string) => void;
  /** Prints a problem to stderr, also with `-q`. */
  readonly complain: (text: (style: Style) => string) => void;
  /** Shows on a terminal what the program waits for, until it writes again; nothing with `-q`. */
  readonly wait: (text: string) => void;
  /** Prints diagnostics to stderr, unless an event has already printed them. */
  readonly remark: (diagnostics: readonly Diagnostic[]) => void;
  /** Reads stdin to its end, for a file with the name `-`. */
  readonly readStdin: () => Promise<string>;
  readonly ask: (question: Question) => Promise<boolean>;
  /** The plan and its remarks on stderr, next to a question or a refusal: stdout may lead elsewhere. */
  readonly show: (plan: Plan, text: (style: Style) => string) => void;
  /** Prints what a question is about, with remarks: also with `-q`, if the question is asked on a terminal. */
  readonly sayAsked: (remarks: readonly Diagnostic[], text: (style: Style) => string) => void;
  /** Returns the source of the name of a stack's workspace, once it is known. */
  readonly chosen: (names: HistoryNames) => ChosenWorkspace | undefined;
  readonly print: (result: Result) => Promise<void>;
  /** A text for the program that reads stdout, byte for byte: it goes nowhere else, to no report and no summary. */
  readonly hand: (text: string) => void;
  /** The run ends with this code, and without an answer of its own. */
  readonly end: (exitCode: number) => void;
  /** A signal for commands that print until Ctrl-C. It is also aborted when the reader of stdout stops reading (`| head`). */
  readonly endWithReader: () => void;
};

/** Opens the session. A command calls it in its action, because parsing and help need no dependencies. */
export type OpenSession = () => Promise<Session>;
