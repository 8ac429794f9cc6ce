/**
 * A module of its own because it must be imported first: it turns off the libraries' development checks, as in a build.
 */
process.env.NODE_ENV = 'production';
