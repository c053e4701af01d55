import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {stackKey} from '../../core/event.ts';
import type {ReportCase} from '../../core/report/report-case.ts';
import type {StackOutcome} from '../../core/stacks/stack-outcome.ts';
import {defined} from '../../lib/defined.ts';
import type {CommandFailure} from '../command-failure.ts';
import type {MarkdownStyle} from '../markdown/plan-markdown.ts';
import type {Style} from '../style.ts';

/** The result of one stack in a run over several. */
export type StackAnswer = {
  readonly project: string;
  readonly stack: string;
  /** The workspace, if it is known. */
  readonly workspace?: string;
  /** True in a run over several workspaces. */
  readonly isOfMany?: true;
  readonly outcome: StackOutcome;
  readonly exitCode: number;
  readonly seconds: number;
  /** The number of changes, for commands that plan changes. */
  readonly changes?: number | undefined;
  /** The stack that caused the skip, or that has to be applied first. */
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

/** Returns the stack in headings: with its workspace, if the run has several. */
export const answerTitle = ({project, stack, workspace, isOfMany}: TitledAnswer): string =>
  stackKey({project, stack, ...(isOfMany === true ? defined({workspace}) : {})});

/** The parts of a result that its title shows. */
export type TitledAnswer = Pick<StackAnswer, 'project' | 'stack' | 'workspace' | 'isOfMany'>;

/** Returns the name of the stack, as `-s` takes it. */
export const answerName = ({project, stack}: Pick<StackAnswer, 'project' | 'stack'>): string => `${project}/${stack}`;
