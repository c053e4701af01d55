import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../../core/diagnostic/origin.ts';
import {escapeText} from '../../../core/reference/escape-text.ts';
import {mapStrings} from '../../../core/reference/map-strings.ts';
import type {Candidate} from '../../manifests/candidate.ts';
import {checkObject} from '../../manifests/check-object.ts';
import {flatten} from '../../manifests/flatten.ts';
import {maskedPosition} from '../../yaml/masked-position.ts';
import {readYaml} from '../../yaml/read-yaml.ts';
import type {Built} from '../source.ts';

/** Reads the objects of a rendered chart. The origin of each is its template. */
export function readRendered(text: string): Built {
  const diagnostics: Diagnostic[] = [];
  const candidates: Candidate[] = [];
  for (const {template, body} of documentsOf(text)) {
    const read = readYaml(body, template);
    diagnostics.push(...read.diagnostics.map(({at: _, ...one}) => ({...one, at: origin(template).position([])})));
    for (const {value, isWhole} of read.documents) {
      if (!isWhole) continue;
      for (const written of flatten(value, origin(template), (one) => diagnostics.push(one))) {
        const wrong = checkObject(written);
        diagnostics.push(...wrong);
        // What a chart prints is literal. Later steps put references where values belong that helm must not have.
        const object = mapStrings(written.object, escapeText);
        if (wrong.length === 0)
          candidates.push({...written, object, isExpandable: true, dependsOn: [], extensions: {}});
      }
    }
  }
  return {candidates, diagnostics};
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

const origin = (template: string): Origin => ({
  file: template,
  position: () => maskedPosition({file: template, line: 1, column: 1, endColumn: 2, text: ''}),
});
