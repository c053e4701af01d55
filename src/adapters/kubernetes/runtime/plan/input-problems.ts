import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {JsonObject, JsonPath} from '../../../../core/json.ts';
import {showPath} from '../../../../core/reference/path.ts';
import {dropNulls} from '../../../../kubernetes/fields/drop-server-fields.ts';
import {structuralProblems} from '../../../../kubernetes/fields/structural-problems.ts';
import {validateObject} from '../../../../kubernetes/fields/validate.ts';
import {defined} from '../../../../lib/defined.ts';
import type {Candidate} from './candidate.ts';

/**
 * Returns everything that the server would certainly refuse, each problem at its line. For a kind whose CRD is in the
 * same plan, values are checked, too, because no server does so yet; if some values are still unknown (`whole` is
 * false), only what can be read.
 */
export function inputProblems(
  {resource, origin, kind, written}: Candidate,
  object: JsonObject = written,
  whole = true,
): readonly Diagnostic[] {
  const unreadable: readonly Found[] = validateObject(object, kind.schema);
  const reported = new Set(unreadable.map(({path}) => showPath(path)));
  const refused: readonly Found[] =
    kind.structural === undefined || !whole ? [] : structuralProblems(dropNulls(object, kind.schema), kind.structural);
  return [...unreadable, ...refused.filter(({path}) => !reported.has(showPath(path)))].map(
    ({path, code, message, hint}) => ({
      severity: 'error',
      code: `object/${code}`,
      message: `${showPath(path)} ${message}`,
      resource: resource.id,
      path: showPath(path),
      ...defined({
        hint,
        at: origin === undefined ? undefined : origin.position(path, code === 'unknown-field' ? 'key' : 'value'),
      }),
    }),
  );
}

type Found = {
  readonly path: JsonPath;
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
};
