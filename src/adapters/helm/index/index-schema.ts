import {FAILSAFE_SCHEMA, mergeTag, nullCoreTag} from 'js-yaml';

/** The YAML of indexes: scalars are texts as they are written, so that a version 1.10 stays 1.10. */
export const INDEX_SCHEMA = FAILSAFE_SCHEMA.withTags(nullCoreTag, mergeTag);
