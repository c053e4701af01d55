import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {ReportCase} from '../../core/report/report-case.ts';
import type {StackOutcome} from '../../core/stacks/stack-outcome.ts';
import type {CommandFailure} from '../command-failure.ts';
import type {MarkdownStyle} from '../markdown/plan-markdown.ts';
import type {Style} from '../style.ts';

/** The result of one stack in a run over several. */
export type StackAnswer = {
  readonly project: string;
  readonly stack: string;
  /** The workspace, if it is known. */
  readonly workspace?: string;
  readonly outcome: StackOutcome;
  readonly exitCode: number;
  readonly seconds: number;
  /** The number of changes, for commands that plan changes. */
  readonly changes?: number | undefined;
  /** The stack that caused the skip. */
  readonly because?: string;
  /** The result of the command for this stack alone. */
  readonly answer?: {
    readonly document: unknown;
    readonly text: (style: Style) => string | Promise<string>;
    readonly markdown?: ((style: MarkdownStyle) => Promise<string>) | undefined;
    readonly yaml?: readonly unknown[] | undefined;
    readonly cases?: () => Promise<readonly ReportCase[]>;
    readonly diagnostics?: readonly Diagnostic[];
  };
  readonly failed?: CommandFailure;
};

/** Returns the name of the stack, as `-s` takes it. */
export const answerName = ({project, stack}: Pick<StackAnswer, 'project' | 'stack'>): string => `${project}/${stack}`;
