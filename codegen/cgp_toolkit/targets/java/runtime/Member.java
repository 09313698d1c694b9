package wire;

/**
 * One member of an object.
 *
 * @param type the name of its type
 * @param many whether it is an array, each item of the type
 * @param required whether readers demand it
 * @param nullable whether readers take null for absent
 * @param owed whether authors owe it, though readers have a default for it
 */
record Member(String type, boolean many, boolean required, boolean nullable, boolean owed) {}
