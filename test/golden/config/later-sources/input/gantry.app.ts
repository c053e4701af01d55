export const application = {};
