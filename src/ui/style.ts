import type {Paint} from './paint.ts';

/** How text is made for one stream: its colours, its width, and what is needed to say "2 min ago" and `web.yaml:3:1`. */
export type Style = {
  readonly paint: Paint;
  readonly columns: number;
  readonly now: Date;
  readonly cwd: string;
  /** Show what is usually only counted. */
  readonly detail: boolean;
  /** The words that would apply what is shown, for a line that can be pasted. */
  readonly applyCommand?: readonly string[] | undefined;
  /** `PROJECT/STACK`, where the text is about one of several. */
  readonly stack?: string | undefined;
};
