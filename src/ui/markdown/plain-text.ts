import {plainPaint} from '../paint.ts';
import type {Style} from '../style.ts';
import type {MarkdownStyle} from './plan-markdown.ts';

/** The style of a text that becomes part of a Markdown document. */
export const plainText = ({cwd, now}: MarkdownStyle): Style => ({
  paint: plainPaint,
  columns: 120,
  now,
  cwd,
  detail: false,
});
