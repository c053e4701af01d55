import type {Paint} from './paint.ts';

/** The options of text for one stream: colours, width, the current time and directory. */
export type Style = {
  readonly paint: Paint;
  readonly columns: number;
  readonly now: Date;
  readonly cwd: string;
  /** Set to show fields that are otherwise only counted. */
  readonly detail: boolean;
  /** The words of the command line that applies the shown plan. */
  readonly applyCommand?: readonly string[] | undefined;
  /** `PROJECT/STACK`, if the text is about one of several stacks. */
  readonly stack?: string | undefined;
};
