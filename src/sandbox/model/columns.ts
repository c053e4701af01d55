import type {Json, JsonObject} from '../../core/json.ts';

/** One column of `kubectl get`, as the server prints it (`meta.k8s.io/v1 Table`). */
export type Column = {
  readonly name: string;
  /** `string`, `integer`, `number`, `boolean`, `date`. */
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0 is always shown, 1 with `-o wide`. */
  readonly priority: number;
  readonly cell: (object: JsonObject, now: number) => Json;
};
