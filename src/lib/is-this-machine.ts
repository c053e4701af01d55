/** Reports whether the host of an address is this machine, to which plain http is allowed. */
export const isThisMachine = (hostname: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
