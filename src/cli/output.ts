import type {Plan} from '../core/plan/plan.ts';
import type {ReportCase} from '../core/report/report-case.ts';
import {unreachable} from '../lib/unreachable.ts';
import type {Io} from '../ui/io.ts';
import {endDocument, jsonLine, jsonText} from '../ui/json.ts';
import type {MarkdownStyle} from '../ui/markdown/plan-markdown.ts';
import type {Subject, TextMarkdown} from '../ui/markdown/text-markdown.ts';
import {plainPaint} from '../ui/paint.ts';
import type {Stamp} from '../ui/progress/stamp.ts';
import type {Style} from '../ui/style.ts';
import type {Trouble} from '../ui/trouble.ts';
import type {Output} from './flags/globals.ts';
import type {AnswerFormat} from './flags/report-flag.ts';
import type {Result} from './session.ts';

/** An answer or an error in every form; a form is made when it is asked for. */
export type Forms = {
  readonly type: 'result' | 'error';
  readonly document: unknown;
  /** Where YAML is not simply the document. */
  readonly yaml?: readonly unknown[] | undefined;
  readonly text: (style: Style) => string | Promise<string>;
  readonly markdown: (style: MarkdownStyle) => Promise<string>;
  /** For reports of tests and findings. */
  readonly cases: () => Promise<readonly ReportCase[]>;
};

/** Returns a result in all output formats, each made only if it is asked for. */
export const resultForms = (result: Result, about: Subject, style: Style): Forms => ({
  type: 'result',
  document: result.document,
  yaml: result.yaml,
  text: result.text,
  markdown: result.markdown ?? (async (own) => asMarkdown({text: await result.text(plain(style)), about}, own)),
  cases: async () => {
    const cases = (await result.cases?.()) ?? [];
    // Some take a report without any test for a broken one.
    return cases.length > 0 ? cases : (await import('../ui/report/result-cases.ts')).resultCases(result, about);
  },
});

/** @param plan the one that was refused. */
export const troubleForms = (trouble: Trouble, about: Subject, style: Style, plan?: Plan): Forms => ({
  type: 'error',
  document: trouble.document,
  text: trouble.text,
  markdown: async (own) => {
    const text = trouble.text(plain(style));
    if (plan === undefined) return asMarkdown({failed: trouble.title, text, about}, own);
    return (await import('../ui/markdown/plan-markdown.ts')).planMarkdown(
      {plan, outcome: text, failed: trouble.title},
      own,
    );
  },
  cases: async () => (await import('../ui/report/result-cases.ts')).troubleCases(trouble, about, plan),
});

const asMarkdown = async (text: TextMarkdown, own: MarkdownStyle): Promise<string> =>
  (await import('../ui/markdown/text-markdown.ts')).textMarkdown(text, own);

/** The form for stdout; in the stream of events it is the last line. */
export const outputOf = async (forms: Forms, output: Output, style: Style, stamp: Stamp): Promise<string> =>
  output === 'jsonl'
    ? jsonLine(endDocument(forms.type, stamp(style.now), forms.document))
    : formOf(forms, output, style);

/** The form for a reader who takes one document. */
export async function formOf(forms: Forms, format: AnswerFormat, style: Style): Promise<string> {
  switch (format) {
    case 'human':
      return forms.text(style);
    case 'markdown':
      return forms.markdown(style);
    case 'json':
      return jsonText(forms.document);
    case 'yaml':
      return (await import('../app/to-yaml.ts')).toYaml(forms.yaml ?? [forms.document]);
    default:
      return unreachable(format);
  }
}

/** For files: no colours, and a width that fits most readers. */
export const plain = (style: Style): Style => ({...style, paint: plainPaint, columns: 120});

/** Says that a command failed: to people on stderr, always; to machines on stdout. */
export async function writeTrouble(
  {stdout, stderr}: Io,
  forms: Forms,
  {output, style, stamp}: {readonly output: Output; readonly style: Style; readonly stamp: Stamp},
): Promise<void> {
  stderr.write(await forms.text(style));
  if (output !== 'human') stdout.write(await outputOf(forms, output, style, stamp));
}
