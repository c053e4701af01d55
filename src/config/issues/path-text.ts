import type {JsonPath} from '../../core/json.ts';

/** Formats a path: `spec.ports[0].name`, `metadata.labels["a.b/c"]`. */
export function pathText(path: JsonPath): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (!/^[\w-]+$/.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}
