import {escapeLiteral} from '../../../core/chart/replace-tokens.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../../core/diagnostic/origin.ts';
import {isObject, type Json} from '../../../core/json.ts';
import {mapStrings} from '../../../core/reference/map-strings.ts';
import type {Candidate} from '../../manifests/candidate.ts';
import {checkObject} from '../../manifests/check-object.ts';
import {flatten} from '../../manifests/flatten.ts';
import {readYaml} from '../../yaml/read-yaml.ts';
import type {Built} from '../source.ts';

/** Reads the objects of a rendered chart. The origin of each is its template, and the lines of diagnostics are those of the output. */
export function readRendered(text: string): Built {
  const diagnostics: Diagnostic[] = [];
  const candidates: Candidate[] = [];
  for (const {template, body} of documentsOf(text)) {
    // Helm accepts charts that print a key twice.
    const read = readYaml(body, template, {isLastKeyKept: true});
    diagnostics.push(...read.diagnostics.map((one) => inOutput(one, template)));
    for (const {value, isWhole} of read.documents) {
      if (!isWhole) continue;
      for (const written of flatten(value, outputOrigin(template, value), (one) => diagnostics.push(one))) {
        const wrong = checkObject(written);
        diagnostics.push(...wrong);
        // What a chart prints is literal. Later steps put references where values belong that helm must not have.
        const object = mapStrings(written.object, escapeLiteral);
        const origin = originOfTemplate(template);
        if (wrong.length === 0) candidates.push({object, origin, isExpandable: true, dependsOn: [], extensions: {}});
      }
    }
  }
  return {candidates, diagnostics};
}

/** Returns a diagnostic about the output. Its line in the output says nothing to the user, but its text leads to the line of the template. */
const inOutput = (diagnostic: Diagnostic, template: string): Diagnostic => ({
  ...diagnostic,
  message: `in the output of the template, ${diagnostic.message}`,
  at: {...(diagnostic.at ?? originOfTemplate(template).position([])), line: 1},
});

/** Returns the origin of an object that may be refused: the line of its kind. */
function outputOrigin(template: string, value: Json): Origin {
  const kind = isObject(value) && typeof value['kind'] === 'string' ? `kind: ${value['kind']}` : '';
  const position = {...originOfTemplate(template).position([]), text: kind};
  return {file: template, position: () => position};
}

type TemplateDocument = {readonly template: string; readonly body: string};

const SOURCE = /^# Source: (.+)$/m;

/** Splits the output at its separators. Helm writes `---`, and the template that the document comes from. */
function documentsOf(text: string): readonly TemplateDocument[] {
  const documents: TemplateDocument[] = [];
  for (const body of text.split(/^---$/m)) {
    // A file in crds/ may hold several documents, of which only the first has the comment.
    const template = SOURCE.exec(body)?.[1] ?? documents.at(-1)?.template ?? 'chart';
    if (body.trim() !== '') documents.push({template, body});
  }
  return documents;
}

/** Returns the origin of an object: its template. */
export const originOfTemplate = (template: string): Origin => ({
  file: template,
  position: () => ({file: template, line: 1, column: 1, endColumn: 2, text: ''}),
});
