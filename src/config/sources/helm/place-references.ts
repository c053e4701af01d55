import {referenceText} from '../../../core/chart/token.ts';
import type {Position} from '../../../core/diagnostic/diagnostic.ts';
import type {JsonObject} from '../../../core/json.ts';
import {eachString} from '../../../core/reference/map-strings.ts';
import {partsWithin} from '../../../core/reference/parts-within.ts';
import type {Candidates} from '../../manifests/candidate.ts';
import type {ChartReferences} from './find-references.ts';

/** Gives each field with a reference the position of the value that contains the reference. Other fields have that of the template. */
export function placeReferences<Part extends Candidates>(built: Part, {tokens, placeOf}: ChartReferences): Part {
  const places = new Map(
    tokens.flatMap(({reference, keys: [first]}) => (first === undefined ? [] : [[reference, placeOf(first)] as const])),
  );
  const candidates = built.candidates.map((candidate) => {
    const found = placesIn(candidate.object, places);
    const {origin} = candidate;
    if (found.size === 0) return candidate;
    const position: typeof origin.position = (path, part) =>
      found.get(JSON.stringify(path)) ?? origin.position(path, part);
    return {...candidate, origin: {...origin, position}};
  });
  return {...built, candidates};
}

function placesIn(object: JsonObject, places: ReadonlyMap<string, Position>): ReadonlyMap<string, Position> {
  const found = new Map<string, Position>();
  eachString(object, (text, at) => {
    if (!text.includes('ref:')) return;
    for (const {part} of partsWithin(text, () => false)) {
      const place = places.get(referenceText(part));
      if (place !== undefined) found.set(JSON.stringify(at), place);
    }
  });
  return found;
}
