import { printTally } from './tally';

printTally();
