import type {Json, JsonObject} from '../../core/json.ts';

/** The definition of a column of `kubectl get` (`meta.k8s.io/v1 TableColumnDefinition`). */
export type ColumnDefinition = {
  readonly name: string;
  /** One of `string`, `integer`, `number`, `boolean`, `date`. */
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0 is always shown, 1 only with `-o wide`. */
  readonly priority: number;
};

/** One column of `kubectl get`, as the server prints it (`meta.k8s.io/v1 Table`). */
export type Column = ColumnDefinition & {readonly cell: (object: JsonObject, now: number) => Json};
