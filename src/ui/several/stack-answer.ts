import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {ReportCase} from '../../core/report/report-case.ts';
import type {StackOutcome} from '../../core/stacks/stack-outcome.ts';
import type {MarkdownStyle} from '../markdown/plan-markdown.ts';
import type {Style} from '../style.ts';
import type {Trouble} from '../trouble.ts';

/** What one stack answers in a run over several. */
export type StackAnswer = {
  readonly project: string;
  readonly stack: string;
  /** As far as the run got to know. */
  readonly workspace?: string;
  readonly outcome: StackOutcome;
  readonly exitCode: number;
  readonly seconds: number;
  /** How many changes it has, or had, where it is about changes. */
  readonly changes?: number | undefined;
  /** Of one that was skipped: the stack because of which it was. */
  readonly because?: string;
  /** As the command answers about this stack alone. */
  readonly answer?: {
    readonly document: unknown;
    readonly text: (style: Style) => string | Promise<string>;
    readonly markdown?: ((style: MarkdownStyle) => Promise<string>) | undefined;
    readonly yaml?: readonly unknown[] | undefined;
    readonly cases?: () => Promise<readonly ReportCase[]>;
    readonly diagnostics?: readonly Diagnostic[];
  };
  readonly trouble?: Trouble;
};

/** The name by which `-s` takes the stack. */
export const answerName = ({project, stack}: Pick<StackAnswer, 'project' | 'stack'>): string => `${project}/${stack}`;
