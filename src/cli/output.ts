import type {Plan} from '../core/plan/plan.ts';
import type {ReportCase} from '../core/report/report-case.ts';
import {unreachable} from '../lib/unreachable.ts';
import type {CommandFailure} from '../ui/command-failure.ts';
import type {Io} from '../ui/io.ts';
import {endDocument, jsonLine, jsonText} from '../ui/json.ts';
import type {MarkdownStyle} from '../ui/markdown/plan-markdown.ts';
import type {Subject, TextMarkdown} from '../ui/markdown/text-markdown.ts';
import {plainPaint} from '../ui/paint.ts';
import type {Stamp} from '../ui/progress/stamp.ts';
import type {Style} from '../ui/style.ts';
import type {Output} from './flags/globals.ts';
import type {AnswerFormat} from './flags/report-flag.ts';
import type {Result} from './session.ts';

/** A result or an error in all output formats. Each format is made on demand. */
export type Forms = {
  readonly type: 'result' | 'error';
  readonly document: unknown;
  /** The YAML, if it is not the JSON document. */
  readonly yaml?: readonly unknown[] | undefined;
  readonly text: (style: Style) => string | Promise<string>;
  readonly markdown: (style: MarkdownStyle) => Promise<string>;
  /** The cases, for reports of tests and findings. */
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
    // Some tools treat a report without tests as broken.
    return cases.length > 0 ? cases : (await import('../ui/report/result-cases.ts')).resultCases(result, about);
  },
});

/** Returns an error in all output formats. @param plan the refused plan */
export const failureForms = (failure: CommandFailure, about: Subject, style: Style, plan?: Plan): Forms => ({
  type: 'error',
  document: failure.document,
  text: failure.text,
  markdown: async (own) => {
    const text = failure.text(plain(style));
    if (plan === undefined) return asMarkdown({failed: failure.title, text, about}, own);
    return (await import('../ui/markdown/plan-markdown.ts')).planMarkdown(
      {plan, outcome: text, failed: failure.title},
      own,
    );
  },
  cases: async () => (await import('../ui/report/result-cases.ts')).commandFailureCases(failure, about, plan),
});

const asMarkdown = async (text: TextMarkdown, own: MarkdownStyle): Promise<string> =>
  (await import('../ui/markdown/text-markdown.ts')).textMarkdown(text, own);

/** Returns the text for stdout. In jsonl it is the last line. */
export const outputOf = async (forms: Forms, output: Output, style: Style, stamp: Stamp): Promise<string> =>
  output === 'jsonl'
    ? jsonLine(endDocument(forms.type, stamp(style.now), forms.document))
    : formOf(forms, output, style);

/** Returns the text of a format that has one document. */
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

/** Returns the style for files: without colours, and with a width that fits most readers. */
export const plain = (style: Style): Style => ({...style, paint: plainPaint, columns: 120});

/** Prints a failure: always to stderr for people, and to stdout for programs. */
export async function writeFailure(
  {stdout, stderr}: Io,
  forms: Forms,
  {output, style, stamp}: {readonly output: Output; readonly style: Style; readonly stamp: Stamp},
): Promise<void> {
  stderr.write(await forms.text(style));
  if (output !== 'human') stdout.write(await outputOf(forms, output, style, stamp));
}
