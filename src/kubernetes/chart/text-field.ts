import type {JsonObject, JsonPath} from '../../core/json.ts';

/** Reports whether a field always has a text, so that a number must become one: annotations, environment variables, arguments. */
export function isTextField({apiVersion, kind}: JsonObject, path: JsonPath): boolean {
  const [first] = path;
  if (
    apiVersion === 'v1' &&
    (kind === 'ConfigMap' || kind === 'Secret') &&
    (first === 'data' || first === 'stringData')
  )
    return true;
  const [holder, owner] = [path.at(-2), path.at(-3)];
  if ((holder === 'annotations' || holder === 'labels') && owner === 'metadata') return true;
  return holder === 'args' || holder === 'command' || (path.at(-1) === 'value' && owner === 'env');
}

/** Reports whether a field is an annotation, of the object or of its pods. */
export const isAnnotation = (path: JsonPath): boolean => path.at(-2) === 'annotations' && path.at(-3) === 'metadata';
