/** The end of every message about a name that is known but not built yet. */
export const NOT_SUPPORTED = 'not supported by this version of Gantry';
