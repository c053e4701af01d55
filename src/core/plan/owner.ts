/** The manager that last wrote a field, from managedFields. */
export type Owner = {
  readonly manager: string;
  readonly operation: string;
  readonly apiVersion: string;
  readonly subresource?: string;
  /** RFC 3339. */
  readonly time?: string;
};
