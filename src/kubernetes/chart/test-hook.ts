import {isObject, type JsonObject} from '../../core/json.ts';

/** Reports whether an object of a chart is a test hook. A test may have another name in each render, because it is created for one run. */
export function isTestHook({metadata}: JsonObject): boolean {
  const annotations = isObject(metadata) ? metadata['annotations'] : undefined;
  const hook = isObject(annotations) ? annotations['helm.sh/hook'] : undefined;
  return typeof hook === 'string' && hook.split(',').some((one) => TESTS.has(one.trim()));
}

const TESTS: ReadonlySet<string> = new Set(['test', 'test-success', 'test-failure']);
