/** The name of a Secret in `lookups`: `NAME` in the namespace of the release, or `NAMESPACE/NAME`. */
export const LOOK_UP_NAME = /^(?:[a-z0-9-]+\/)?[a-z0-9][a-z0-9.-]*$/;

/** The rule for people. */
export const LOOK_UP_RULE = 'must be the name of a Secret, or its namespace and name: `NAMESPACE/NAME`';
