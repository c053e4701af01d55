import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import type {JsonPath} from '../../core/json.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {defined} from '../../lib/defined.ts';

type Refused = {
  readonly resource: Pick<Resource, 'id'>;
  readonly origins: ReadonlyMap<string, Origin>;
  readonly path?: JsonPath;
  readonly hint?: string | undefined;
};

/** Returns the diagnostic of a resource that is refused by name. */
export const refused = (
  {resource: {id}, origins, path = [], hint}: Refused,
  message: string,
  code = 'config/not-supported',
): Diagnostic => ({
  severity: 'error',
  code,
  message,
  resource: id,
  ...defined({hint, at: origins.get(id)?.position(path)}),
});
