import {lineOfKind} from '../../../core/chart/line-of-kind.ts';
import {lineOfOutput} from '../../../core/chart/line-of-output.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {isObject, type JsonObject} from '../../../core/json.ts';
import {identityOf} from '../../../core/resource/identity.ts';
import type {Candidate} from '../../manifests/candidate.ts';
import type {Built} from '../source.ts';
import type {ChartTemplates} from './chart-templates.ts';

/** Puts the lines of the templates into the origins of objects and the positions of diagnostics. Until then they only name a template. */
export function locateBuilt<Part extends Built>(built: Part, templates: ChartTemplates): Part {
  const places = placesOf(built.candidates);
  const candidates = built.candidates.map((candidate): Candidate => {
    const {file} = candidate.origin;
    const text = templates.textOf(file);
    const rendered = places.get(candidate);
    const line = (text === undefined || rendered === undefined ? undefined : lineOfKind(text, rendered)) ?? 1;
    const position = templates.position(file, {line, endColumn: 1 + 'kind'.length});
    return {...candidate, origin: {file: position.file, position: () => position}};
  });
  return {...built, candidates, diagnostics: built.diagnostics.map((one) => located(one, templates))};
}

/** Finds the line that printed the text of the position, which is a line of the output. */
function located(diagnostic: Diagnostic, templates: ChartTemplates): Diagnostic {
  const {at} = diagnostic;
  const text = at && templates.textOf(at.file);
  if (at === undefined || text === undefined) return diagnostic;
  // The output has no lines here, so this one is of the template.
  if (at.line !== 1 || (at.text !== '' && text.split(/\r?\n/)[0] === at.text)) return diagnostic;
  const line = at.text === '' ? undefined : lineOfOutput(text, at.text);
  return {...diagnostic, at: templates.position(at.file, {line: line ?? 1})};
}

type Place = {readonly kind: string; readonly place: number; readonly count: number};

/** Returns the place of each object among those of its kind and its template. Helm prints hooks after all other objects. */
function placesOf(candidates: readonly Candidate[]): ReadonlyMap<Candidate, Place> {
  const alike = Map.groupBy(candidates, ({object, origin}) =>
    JSON.stringify([origin.file, identityOf(object).kind, isHook(object)]),
  );
  return new Map(
    [...alike.values()].flatMap((group) =>
      group.map((one, place) => [one, {kind: identityOf(one.object).kind, place, count: group.length}] as const),
    ),
  );
}

function isHook({metadata}: JsonObject): boolean {
  const annotations = isObject(metadata) ? metadata['annotations'] : undefined;
  return isObject(annotations) && annotations['helm.sh/hook'] !== undefined;
}
