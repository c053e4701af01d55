import {testGuide} from '../guide.ts';

testGuide('drift-by-itself');
