/** The application file of a stack without `sources`. */
export const APPLICATION_FILE = 'gantry.app.yaml';
