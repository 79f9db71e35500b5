"""First names, which show that a capitalised word behind them is a surname.

They are those that are frequent in English and German text, whatever language they come from.
"""

from engine.languages.base import words

FIRST_NAMES = words("""
Aaron Abigail Achim Ada Adam Adele Adrian Agathe Agnes Ahmed Aisha Alan Albert Alberto Alec Alex
Alexander Alexandra Alexis Alfred Ali Alice Alina Alison Amanda Amelia Amelie Amy Ana Anastasia
Andre Andrea Andreas Andrew André Andy Angela Angelika Angelina Anita Anja Anke Ann Anna Anne
Annegret Annette Annie Anthony Antje Anton Antonia Antonio Anya Ariane Armin Arne Arno Arnold
Arthur Ashley Astrid Audrey Axel Ayşe Barbara Barry Bastian Beate Beatrice Beatrix Ben Benedikt
Benjamin Benno Bernd Bernhard Bert Bertha Berthold Beth Betty Bianca Billie Billy Birgit Björn Bob
Bodo Boris Bradley Brandon Brenda Brian Bridget Brigitte Britta Bruce Bruno Burkhard Camilla
Carina Carl Carla Carlos Carmen Carol Carola Caroline Carolyn Carsten Catherine Cathy Cecilia
Charles Charlie Charlotte Cheryl Chloe Chris Christa Christian Christiane Christina Christine
Christoph Christopher Cindy Claire Clara Clarissa Claudia Claus Clemens Colin Connie Conny Conrad
Constanze Cora Cordula Corinna Cornelia Craig Cynthia Dagmar Daisy Damian Dan Daniel Daniela
Danielle Danny Daphne Darren David Dawn Debbie Deborah Denis Denise Dennis Derek Detlef Diana
Diane Dick Dieter Dietmar Dietrich Dirk Dominic Dominik Donald Donna Doreen Doris Dorothea
Dorothee Dorothy Doug Douglas Duncan Dustin Eberhard Eckhard Ed Eddie Edgar Edith Edmund Eduard
Edward Edwin Eileen Elaine Eleanor Elena Elfriede Elias Elisa Elisabeth Elizabeth Elke Ella Ellen
Elli Elmar Elsa Elvira Emil Emilia Emily Emma Emmanuel Eric Erich Erik Erika Erin Erna Ernst Erwin
Esther Ethan Eugen Eva Evelyn Ewald Fabian Fatima Felicitas Felix Fiona Florence Florian Frances
Francis Frank Franz Franziska Fred Frederick Frida Frieda Friedhelm Friedrich Fritz Gabi Gabriel
Gabriele Gareth Gary Gavin Geoffrey Georg George Gerald Gerd Gerda Gerhard Gert Gertrud Gilbert
Gina Giovanni Gisbert Gisela Gordon Grace Graham Greg Gregor Gregory Greta Gudrun Guido Gustav
Günter Günther Hanna Hannah Hannelore Hannes Hans Harald Harold Harriet Harry Hartmut Harvey
Hatice Hedwig Heidi Heike Heiko Heiner Heinrich Heinz Helen Helena Helene Helga Helmut Hendrik
Henning Henry Herbert Hermann Hilda Hilde Hildegard Holger Horst Howard Hubert Hugh Hugo Ian Ida
Igor Ilona Ilse Imke Ina Ines Inga Inge Ingeborg Ingo Ingrid Irene Iris Irma Irmgard Isaac Isabel
Isabella Isabelle Ivan Iwan Jack Jackie Jacob Jakob James Jamie Jan Jana Jane Janet Janice Janina
Jasmin Jason Jean Jeff Jeffrey Jennifer Jenny Jens Jeremy Jerry Jesse Jessica Jill Jim Jimmy
Joachim Joan Joanna Jochen Joe Joel Johann Johanna Johannes John Johnny Jon Jonas Jonathan Josef
Joseph Josephine Joshua Jost José Joyce Juan Judith Judy Julia Julian Juliane Julie Juliet Julius
Justin Justus Jutta Jörg Jürgen Kai Karen Karin Karina Karl Karla Karoline Karsten Katarina Kate
Katharina Katherine Kathleen Kathrin Kathy Katja Katrin Keith Kelly Ken Kenneth Kerstin Kevin Kim
Kirsten Klara Klaus Knut Konrad Konstantin Kristin Kristina Krzysztof Kurt Lara Larry Lars Laura
Lauren Laurence Lawrence Lea Leah Lena Lennart Leo Leon Leonard Leonie Leopold Leslie Lewis Liam
Lilli Lilly Linda Lisa Liselotte Liz Lorenz Lothar Louis Louisa Louise Luca Lucas Lucia Lucy
Ludger Ludwig Luis Luisa Luise Luka Lukas Luke Lutz Lydia Lynn Madeleine Magdalena Maggie Maik
Maja Malcolm Malte Manfred Manuel Manuela Marc Marcel Marco Marcus Margaret Margarete Margarethe
Margot Maria Marianne Marie Marilyn Marina Mario Marion Marisa Marjorie Mark Marko Markus Marlene
Marlies Martha Martin Martina Marvin Mary Matilda Matt Matthew Matthias Maurice Max Maximilian
Mechthild Megan Mehmet Melanie Melissa Merle Mia Michael Michaela Michelle Miguel Mike Milan
Mildred Miriam Mirjam Mohamed Mohammed Moira Mona Monica Monika Moritz Moses Mustafa Nadine Nadja
Nancy Naomi Natalie Natascha Nathan Neil Nelson Nicholas Nick Nico Nicola Nicole Niklas Nikolaus
Nils Nina Noah Nora Norbert Norma Norman Olaf Ole Olga Oliver Olivia Oscar Oskar Oswald Otmar Otto
Pablo Pamela Patricia Patrick Paul Paula Pauline Pedro Peggy Peter Petra Phil Philip Philipp
Phillip Phyllis Pia Pierre Rachel Rafael Rainer Ralf Ralph Ramona Raymond Rebecca Regina Regine
Reiner Reinhard Reinhold Renate René Rhonda Ricarda Richard Rick Rita Rob Robert Roberta Roberto
Robin Rodney Roger Roland Rolf Roman Ron Ronald Ronja Rosa Rosemarie Rosemary Roswitha Roy Rudi
Rudolf Rupert Ruth Ryan Sabine Sabrina Sally Sam Samantha Samuel Sandra Sara Sarah Sascha Saskia
Scott Sean Sebastian Selma Sharon Sheila Shirley Sibylle Siegfried Sigrid Silke Silvia Simon
Simone Sofia Sofie Sonja Sophia Sophie Stan Stanley Stefan Stefanie Steffen Stella Stephan
Stephanie Stephen Steve Steven Stuart Sue Susan Susanna Susanne Suzanne Sven Svenja Sybille Sylvia
Tamara Tania Tanja Tara Tatjana Ted Teresa Terry Thea Theo Theodor Theresa Therese Thomas Thorsten
Till Tilo Tim Timo Timothy Tina Tobias Tom Tommy Toni Tony Torben Torsten Tracy Udo Ulf Uli Ulla
Ulrich Ulrike Ursula Ute Uwe Valentin Valerie Vanessa Vera Verena Veronica Veronika Victor
Victoria Viktor Viktoria Vincent Viola Violet Virginia Vivian Vladimir Volker Walter Walther
Waltraud Wanda Wayne Wendy Werner Wilhelm Willi William Willy Winfried Winston Wladimir Wolfgang
Wolfram Xaver Yasmin Yvette Yvonne Zoe
""")
