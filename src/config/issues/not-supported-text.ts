/** The end of every message about a name that is known but not supported yet. */
export const NOT_SUPPORTED = 'not supported by this version of Gantry';
