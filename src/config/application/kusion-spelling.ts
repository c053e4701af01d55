import {isList, isObject} from '../../core/json.ts';
import {itemsOf, type Located, listOf, partOf, withField} from '../../core/variation/located.ts';

/**
 * Rewrites the parts of an application that are written as Kusion writes them: `_type` names the module of a workload or an accessory, and
 * the action of a probe. Every value keeps its position.
 */
export function fromKusionSpelling(application: Located): Located {
  let written = application;
  const workload = partOf(application, 'workload');
  const type = workload && typeOf(workload);
  if (workload !== undefined && type !== undefined)
    written = withField(written, 'workload', under(moduleOf(type), withActions(without(workload, '_type'))));
  const accessories = partOf(application, 'accessories');
  for (const key of Object.keys(fieldsOf(accessories))) {
    const accessory = accessories && partOf(accessories, key);
    const name = accessory && typeOf(accessory);
    if (accessories === undefined || accessory === undefined || name === undefined) continue;
    const named = withField(withActions(without(accessory, '_type')), 'module', {
      value: moduleOf(name),
      place: partOf(accessory, '_type')?.place ?? accessory.place,
    });
    written = withField(written, 'accessories', withField(partOf(written, 'accessories') ?? accessories, key, named));
  }
  return written;
}

/** Returns the name of a module: the first segment of `service.Service`. */
const moduleOf = (type: string): string => type.split('.')[0] ?? type;

function typeOf(node: Located): string | undefined {
  const value = partOf(node, '_type')?.value;
  return typeof value === 'string' ? value : undefined;
}

const fieldsOf = (node: Located | undefined) => (node !== undefined && isObject(node.value) ? node.value : {});

const without = (node: Located, name: string): Located => withField(node, name, undefined);

/** Returns a mapping with one field. */
const under = (name: string, field: Located): Located => ({
  value: {[name]: field.value},
  place: field.place,
  parts: new Map([[name, field]]),
});

const ACTIONS: Readonly<Record<string, string>> = {Http: 'http', Exec: 'exec', Tcp: 'tcp'};

/** Rewrites each `{_type: Http, …}` to `{http: {…}}`, removes other types, and moves `probeHandler` up into its probe. */
function withActions(node: Located): Located {
  if (isList(node.value)) return listOf(itemsOf(node).map(withActions), node.place);
  if (!isObject(node.value)) return node;
  const action = ACTIONS[typeOf(node)?.split('.').at(-1) ?? ''];
  if (action !== undefined) return under(action, without(node, '_type'));
  const untyped = typeOf(node) === undefined ? node : without(node, '_type');
  return Object.keys(fieldsOf(untyped)).reduce((rewritten, name) => {
    const part = partOf(node, name);
    if (part === undefined) return rewritten;
    const inner = withActions(part);
    if (name !== 'probeHandler') return inner === part ? rewritten : withField(rewritten, name, inner);
    return Object.keys(fieldsOf(inner)).reduce(
      (probe, field) => withField(probe, field, partOf(inner, field)),
      without(rewritten, name),
    );
  }, untyped);
}
